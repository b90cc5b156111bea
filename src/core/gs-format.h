#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Numbers as text. The same in every locale; free every result. Numbers with a
 * unit have three significant digits and a narrow no-break space (U+202F)
 * before the unit. */

char *gs_format_ns (double ns);                        /* "27 µs", "3.75 ms", "358 ms", "1.2 s" */
char *gs_format_bytes (double bytes);                  /* B, KiB, MiB, GiB, TiB, PiB, EiB */
char *gs_format_rate (double per_s, const char *unit); /* k, M, G, T, P prefixes: "51.0 TFLOP/s" */
char *gs_format_count (gint64 count); /* digits in groups of three by U+202F from 10 000 on */

/* The shortest decimal text that reads back to the same float32, whether it is
 * read as float32 or as float64 and then rounded; "NaN", "Infinity",
 * "-Infinity"; minus zero is "-0.0", which no reader takes for an integer. */
char *gs_format_float (float value);
/* The same for float64; exactly at a power of two it may be one digit longer
 * than need be. */
char *gs_format_double (double value);
/* A value for people, at most @digits (1…17) significant digits; "NaN", "∞", "−∞". With the
 * sign of gs_format_minus(). */
char *gs_format_value (double value, int digits);

/* @text for people: hyphens that are the signs of numbers become U+2212. For what is shown, not
 * for what is copied as data or read back. Free it. */
char *gs_format_minus (const char *text);

/* The day of a moment written as ISO 8601, "2026-11-30T09:15:00Z"; other words as they
 * are. */
char *gs_format_day (const char *moment);

/* The bytes of @text that whole characters take up, at most @most: for "%.*s" in a sentence,
 * which counts bytes and would cut a character in two. */
int gs_format_cut (const char *text, int most);

/* @text, or where it has more than @most bytes what gs_format_cut() leaves of it with an ellipsis:
 * what was typed or pasted, to be named in a sentence or shown as one. Free it. */
char *gs_format_excerpt (const char *text, int most);
/* So much of what was typed is named in a sentence: more than any number has. */
#define GS_FORMAT_QUOTED_BYTES 60

/* What a count that is printed as @number takes: "1 sector", but "1.5 sectors", and
 * "1 sector" where 1.001 is rounded to 1. Give it to g_dngettext(). */
gulong gs_format_plural (const char *number);

/* What stands between the pieces of a sentence that is put together, in the language
 * of the process: other scripts have other marks, and no space after them. */
typedef enum
{
  GS_JOIN_COMMA,     /* ", " */
  GS_JOIN_SEMICOLON, /* "; " */
  GS_JOIN_COLON,     /* ": " */
  GS_JOIN_STOP,      /* "." at the end */
  GS_N_JOINS
} GsJoin;

const char *gs_join (GsJoin join);

/* One more whole sentence after those that are there. */
void gs_append_sentence (GString *text, const char *sentence);

/* Takes out the spaces beside full-width punctuation that stay where words are put into
 * a sentence: "GPU（计入传输） 在" → "GPU（计入传输）在". Changes @text and gives it. */
char *gs_close_up (char *text);

/* What a reader of text has to say, which begins small because a name may stand before
 * it ("data.csv: row 2 has …"), as a sentence that stands alone: "Row 2 has … ." Free it. */
char *gs_whole_sentence (const char *text);

G_END_DECLS
