#pragma once

#include "gs-coverage-page.h"
#include "gs-crossover-page.h"
#include "gs-document-job.h"
#include "gs-history-page.h"
#include "gs-kernel-page.h"
#include "gs-lesson-card.h"
#include "gs-lesson-menu.h"
#include "gs-lesson-session.h"
#include "gs-notice.h"
#include "gs-occupancy-page.h"
#include "gs-roofline-page.h"
#include "gs-runner.h"
#include "gs-schedule-page.h"
#include "gs-spec-pane.h"
#include "gs-page.h"
#include "gs-window.h"

G_BEGIN_DECLS

/* What the window knows about its session file. */
typedef struct _GsWindowSession GsWindowSession;

/* What the window has said by itself to those who hear it. */
typedef struct
{
  guint settle_id; /* of the timeout after which it says more; 0: nothing is to be said */
  char *said;      /* the verdict; NULL: none */
  gboolean sweeping;
  gboolean view_turned, run_ended, sweep_ended, recording_shown; /* to be said too */
} GsWindowSpeech;

struct _GsWindow
{
  AdwApplicationWindow parent_instance;

  GsExperiment *experiment;
  GsHistory *history;
  GsWorkerClient *client;
  GsRunner *runner;
  GsSweeper *sweeper;
  GCancellable *roofs_job;     /* roofs are being measured; NULL: none are */
  GsEnvironment *environment;  /* NULL before the worker answered */
  gboolean asking;             /* the worker, for the environment; it does one thing at a time */
  gboolean ask_due, run_waits; /* what is to be done when it is free */
  GsReport *report;            /* on screen; NULL: none */
  char *failure;               /* why the last run or file failed; NULL: it did not */
  GtkFileChooserNative *chooser;
  GsWindowSession *session;
  GQueue documents;           /* of GFile, waiting to be opened */
  GFile *save_due;            /* waiting to be saved to; NULL: none */
  GQueue exports;             /* waiting to be written */
  GCancellable *document_job; /* a document is being read or written; NULL: none */
  gboolean writing;           /* it is being written */
  const char *export_done;    /* what is said when it is; NULL: it is the session */
  guint document_pulse_id;
  GQueue imports;           /* of GFile, waiting to be looked at */
  GtkWidget *import_window; /* the one that is open; NULL: none */
  int n_imports;            /* opened since the last one was closed */
  GMenu *undo_menu, *recent_menu;
  GtkWindow *matrix_windows[2]; /* of A and B; NULL: not open */
  GsLessonSession *lesson_session;
  GCancellable *lesson_job; /* the last one, which may be under way; NULL: none */

  GtkOverlay *overlay;
  GsNotice *notice;
  GtkStack *run_stack;
  GtkProgressBar *progress;
  AdwFlap *flap;
  GsSpecPane *spec_pane;
  GtkStack *stack;
  guint n_pages;        /* in the stack; fewer than there are views while the window is being made */
  guint n_pieces;       /* made after them */
  gboolean view_is_set; /* by the program, not by a person */
  GtkWidget *view_switcher;
  GtkDropDown *view_drop;
  GtkWidget *verdict_bar;
  GtkLabel *verdict_label;
  GtkWidget *again_button;
  GsCoveragePage *coverage_page;
  GsLessonCard *lesson_card;
  GsLessonMenu *lesson_menu;
  gboolean run_due; /* by a lesson, once the run under way has ended */
  GtkWidget *picture_button;
  char *drag_folder; /* of the picture being dragged out; NULL: none yet */
  gboolean presenting;
  gint64 presenter_frame; /* in which that was changed */
  guint present_id;       /* of what follows that; 0: it is done */
  gboolean pane_before;   /* whether the spec was shown before presenting */
  GsKernelPage *kernel_page;
  GsCrossoverPage *crossover_page;
  GsSchedulePage *schedule_page;
  GsOccupancyPage *occupancy_page;
  GsRooflinePage *roofline_page;
  GsHistoryPage *history_page;
  GtkLabel *recorded_label;
  GsWindowSpeech speech;
};

/* The parts of the window, one file each. */

/* Runner and worker: run, stop, progress, results. */
void gs_window_run_install (GtkWidgetClass *klass);
void gs_window_run_init (GsWindow *self);
void gs_window_run_dispose (GsWindow *self);
/* Whether something was typed into the spec that means nothing, so that what is on
 * screen is not what would be run: says so, with the keyboard in that field. */
gboolean gs_window_refuse_typed (GsWindow *self);
/* Runs what is on screen: at once, or when the worker has said what is there and the
 * values that are being read have come. */
void gs_window_start_run (GsWindow *self);
/* A run that waits begins, if nothing keeps it any more. */
void gs_window_resume_run (GsWindow *self);
/* A run or a sweep is under way, or a document; nothing else is started beside it. */
gboolean gs_window_is_busy (GsWindow *self);
/* To be called when that may have changed. */
void gs_window_show_busy (GsWindow *self);

/* The keyboard from one part of the window to the next. */
void gs_window_parts_install (GtkWidgetClass *klass);

/* Presenter mode. After the pane is there. */
void gs_window_presenter_install (GtkWidgetClass *klass);
void gs_window_presenter_init (GsWindow *self);
/* Large type, thick lines, nothing but the views: for a room. */
void gs_window_set_presenter (GsWindow *self, gboolean on);
/* Whether the spec is shown, or will be again after presenting. */
gboolean gs_window_has_pane (GsWindow *self);

/* What is said to those who hear the window: another verdict, another view, the end of a run, and that what is shown
 * was recorded elsewhere. */
void gs_window_speech_init (GsWindow *self);
void gs_window_speech_dispose (GsWindow *self);
void gs_window_say_verdict (GsWindow *self);
void gs_window_say_view (GsWindow *self);
void gs_window_say_end (GsWindow *self);
void gs_window_say_recording (GsWindow *self);

/* Sweeps. Before the runner: it watches both. */
void gs_window_lab_install (GtkWidgetClass *klass);
void gs_window_lab_init (GsWindow *self);
void gs_window_lab_dispose (GsWindow *self);
/* Stops a sweep and the measuring of roofs. */
void gs_window_lab_stop (GsWindow *self);
/* Shows a run that was kept as a file, with its launch. */
void gs_window_lab_open_report (GsWindow *self, GsReport *report);
/* Shows a sweep that was kept as a file; takes it. */
void gs_window_lab_open_sweep (GsWindow *self, GsSweep *sweep);
/* Says of a recording that it was not measured here. */
void gs_window_lab_label (GsWindow *self, const GsReport *report);

/* The session: its file, and what was there at the last close. A file that a newer version made is not
 * saved over. */
void gs_window_session_init (GsWindow *self);
void gs_window_session_dispose (GsWindow *self);
/* Shows what was read from @file, which is the session's file from now on. */
void gs_window_session_take (GsWindow *self, GsSession *session, GFile *file);
GFile *gs_window_session_get_file (GsWindow *self); /* NULL: none; not a new reference */
/* Says why not, if not. */
gboolean gs_window_session_may_save (GsWindow *self, GFile *target);
/* @file holds the session now. */
void gs_window_session_saved (GsWindow *self, GFile *file);
/* All that is on screen, in a session of its own that another thread may write:
 * sources and reports are not changed any more once they are there. */
GsSession *gs_window_new_session (GsWindow *self);
/* Whether there is a file that saving may write without asking for a name. */
gboolean gs_window_session_has_file (GsWindow *self);

/* What is looked at, as JSON: the page, what is pinned, the names of the runs, the
 * range of the next sweep. */
JsonNode *gs_window_view_to_json (GsWindow *self);
void gs_window_view_show_json (GsWindow *self, JsonNode *node); /* @node NULL: nothing is changed */
/* What was typed into the cells of A (@operand 0) or B and is no number; NULL: none. */
GsCellTexts *gs_window_view_read_texts (const GsSession *session, int operand);

/* Documents read and written while the window goes on: specs, reports, sweeps,
 * sessions. */
void gs_window_documents_dispose (GsWindow *self);
/* @file NULL: the file that is open, of which there must be one. */
void gs_window_save_session (GsWindow *self, GFile *file);
/* Takes @writing. @done is said once it is there, and must be static. */
void gs_window_export (GsWindow *self, GsWriting *writing, const char *done);
/* Gives up what is under way and what waits; a file that is half written stays as it was. */
void gs_window_documents_stop (GsWindow *self);

/* Menu items that change: the names of undo and redo, recent files. */
void gs_window_menus_install (GtkWidgetClass *klass);
void gs_window_menus_init (GsWindow *self);

/* Values for A or B from outside: paste, drop, open. */
void gs_window_import_install (GtkWidgetClass *klass);
void gs_window_import_init (GsWindow *self);
void gs_window_import_dispose (GsWindow *self);
/* Shows what is in @file, after those that came before it. */
void gs_window_import_file (GsWindow *self, GFile *file);

/* Files and clipboard: open, save, copy, export. */
void gs_window_files_install (GtkWidgetClass *klass);

/* Pictures going elsewhere: print, drag. */
void gs_window_print_install (GtkWidgetClass *klass);
void gs_window_print_init (GsWindow *self);
void gs_window_print_dispose (GsWindow *self);
/* The picture of the view as PNG and SVG at once, and as @file unless that is NULL. NULL: there is none, or @error. */
GdkContentProvider *gs_window_get_picture (GsWindow *self, GFile *file, GError **error);

/* Lessons: menu, card, steps. */
void gs_window_lessons_install (GtkWidgetClass *klass);
void gs_window_lessons_init (GsWindow *self);
void gs_window_lessons_dispose (GsWindow *self);

/* Views that point at each other: findings and threads. */
void gs_window_links_init (GsWindow *self);

/* The end: hides the window, and takes it apart in the turns of the main loop that follow. */
gboolean gs_window_close_request (GtkWindow *window);
/* Ends what is under way in the window and follows nothing any more; once or more. */
void gs_window_let_go (GsWindow *self);

/* Whether a modal dialog of the window is there, if only in a moment. */
gboolean gs_window_has_dialog (GsWindow *self);
/* Shows @dialog, which was just made, in a turn of the main loop of its own. */
void gs_window_present_dialog (GtkWindow *dialog);
/* When the window of all keys is closed: hides it, and takes it apart as the main window is. */
gboolean gs_window_close_keys (GtkWindow *keys);
/* Ends the keys of one list of them in @widget; FALSE: there is none. */
gboolean gs_window_end_keys (GtkWidget *widget);

/* Makes the next view and adds it to the stack; FALSE: there are all. */
gboolean gs_window_add_page (GsWindow *self);
/* To be called once, when there are all. */
void gs_window_follow_pages (GsWindow *self);
/* Says again what is on screen. */
void gs_window_show_verdict (GsWindow *self);

/* The page on screen. */
GsPage *gs_window_get_page (GsWindow *self);
/* Brings a view to the front as the program does: no step of undo. Other words
 * than those of views do nothing. */
void gs_window_set_view (GsWindow *self, const char *view);
/* Says what went wrong in the place of the verdict, where a long sentence has room,
 * until the next change or run. */
void gs_window_complain (GsWindow *self, const char *sentence);
/* Says in passing that nothing can be taken from the view on screen: @sentence
 * ("There is nothing to print yet.") and what its page says is to do first. */
void gs_window_say_nothing (GsWindow *self, const char *sentence);
/* The same of a picture: some views never have one. */
void gs_window_say_no_picture (GsWindow *self, const char *sentence);
/* Gives @report (NULL: none) to every view. */
void gs_window_show_report (GsWindow *self, GsReport *report);

G_END_DECLS
