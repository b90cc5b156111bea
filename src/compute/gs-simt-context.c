#include "gs-simt-context.h"

#ifdef GS_SIMT_UCONTEXT

void
gs_simt_context_init (GsSimtContext *self, void *stack, gsize n_bytes, void (*entry) (void))
{
  getcontext (&self->context);
  self->context.uc_stack.ss_sp = stack;
  self->context.uc_stack.ss_size = n_bytes;
  self->context.uc_link = NULL;
  makecontext (&self->context, entry, 0);
}

void
gs_simt_context_switch (GsSimtContext *from, GsSimtContext *to)
{
  swapcontext (&from->context, &to->context);
}

#else

void gs_simt_switch_stacks (void **save, void *restore);

#if defined(__x86_64__)

/* System V ABI: rbx, rbp and r12 to r15 survive a call; the floating-point
 * control words are never changed by a kernel. */
#define N_SAVED 6

__asm__(".text\n"
        ".globl gs_simt_switch_stacks\n"
        ".hidden gs_simt_switch_stacks\n"
        ".type gs_simt_switch_stacks, @function\n"
        ".p2align 4\n"
        "gs_simt_switch_stacks:\n"
        "  pushq %rbp\n"
        "  pushq %rbx\n"
        "  pushq %r12\n"
        "  pushq %r13\n"
        "  pushq %r14\n"
        "  pushq %r15\n"
        "  movq %rsp, (%rdi)\n"
        "  movq %rsi, %rsp\n"
        "  popq %r15\n"
        "  popq %r14\n"
        "  popq %r13\n"
        "  popq %r12\n"
        "  popq %rbx\n"
        "  popq %rbp\n"
        "  ret\n"
        ".size gs_simt_switch_stacks, .-gs_simt_switch_stacks\n");

void
gs_simt_context_init (GsSimtContext *self, void *stack, gsize n_bytes, void (*entry) (void))
{
  guintptr top = ((guintptr)stack + n_bytes) & ~(guintptr)15;
  void **frame = (void **)top;

  /* The entry finds the stack as a call would have left it: a return address,
   * here none, sixteen bytes minus eight below an aligned top. */
  *--frame = NULL;
  *--frame = (void *)entry;
  for (int i = 0; i < N_SAVED; i++)
    *--frame = NULL;
  self->stack_pointer = frame;
}

#else /* aarch64 */

/* AAPCS64: x19 to x30 and the low halves of v8 to v15 survive a call. */
#define FRAME_BYTES 160
#define LINK_SLOT   11

__asm__(".text\n"
        ".globl gs_simt_switch_stacks\n"
        ".hidden gs_simt_switch_stacks\n"
        ".type gs_simt_switch_stacks, %function\n"
        ".p2align 4\n"
        "gs_simt_switch_stacks:\n"
        "  sub sp, sp, #160\n"
        "  stp x19, x20, [sp, #0]\n"
        "  stp x21, x22, [sp, #16]\n"
        "  stp x23, x24, [sp, #32]\n"
        "  stp x25, x26, [sp, #48]\n"
        "  stp x27, x28, [sp, #64]\n"
        "  stp x29, x30, [sp, #80]\n"
        "  stp d8, d9, [sp, #96]\n"
        "  stp d10, d11, [sp, #112]\n"
        "  stp d12, d13, [sp, #128]\n"
        "  stp d14, d15, [sp, #144]\n"
        "  mov x9, sp\n"
        "  str x9, [x0]\n"
        "  mov sp, x1\n"
        "  ldp x19, x20, [sp, #0]\n"
        "  ldp x21, x22, [sp, #16]\n"
        "  ldp x23, x24, [sp, #32]\n"
        "  ldp x25, x26, [sp, #48]\n"
        "  ldp x27, x28, [sp, #64]\n"
        "  ldp x29, x30, [sp, #80]\n"
        "  ldp d8, d9, [sp, #96]\n"
        "  ldp d10, d11, [sp, #112]\n"
        "  ldp d12, d13, [sp, #128]\n"
        "  ldp d14, d15, [sp, #144]\n"
        "  add sp, sp, #160\n"
        "  ret\n"
        ".size gs_simt_switch_stacks, .-gs_simt_switch_stacks\n");

void
gs_simt_context_init (GsSimtContext *self, void *stack, gsize n_bytes, void (*entry) (void))
{
  guintptr top = ((guintptr)stack + n_bytes) & ~(guintptr)15;
  void **frame = (void **)(top - FRAME_BYTES);

  for (int i = 0; i < FRAME_BYTES / 8; i++)
    frame[i] = NULL;
  frame[LINK_SLOT] = (void *)entry;
  self->stack_pointer = frame;
}

#endif

void
gs_simt_context_switch (GsSimtContext *from, GsSimtContext *to)
{
  gs_simt_switch_stacks (&from->stack_pointer, to->stack_pointer);
}

#endif
