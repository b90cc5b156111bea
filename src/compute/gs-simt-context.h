#pragma once

#include <glib.h>

#if !defined(__x86_64__) && !defined(__aarch64__) && !defined(GS_SIMT_UCONTEXT)
#define GS_SIMT_UCONTEXT 1
#endif
#ifdef GS_SIMT_UCONTEXT
#include <ucontext.h>
#endif

G_BEGIN_DECLS

/* A place where execution can stop and go on: the registers that a function
 * call must preserve, kept on the context's own stack. */
typedef struct
{
#ifdef GS_SIMT_UCONTEXT
  ucontext_t context;
#else
  void *stack_pointer;
#endif
} GsSimtContext;

/* Makes @self start in @entry, which must never return, on the @n_bytes of
 * memory at @stack (growing down). May be called again at any time to start
 * over: what ran there before is simply forgotten. */
void gs_simt_context_init (GsSimtContext *self, void *stack, gsize n_bytes, void (*entry) (void));

/* Stops here, in @from, and goes on in @to. Costs a few nanoseconds and, on
 * x86-64 and aarch64, no system call. Both belong to the calling OS thread. */
void gs_simt_context_switch (GsSimtContext *from, GsSimtContext *to);

G_END_DECLS
