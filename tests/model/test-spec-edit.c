#include "gs-spec-edit.h"

static GsSource *
new_values (gint64 m, gint64 n)
{
  g_autoptr (GsMatrix) matrix = gs_matrix_new (m, n, NULL);

  return gs_source_new_values (matrix, NULL);
}

static void
test_op_keeps_a (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();

  spec->m = 13;
  spec->n = 21;
  gs_spec_edit_op (spec, GS_OP_MATMUL);
  g_assert_cmpint (spec->m, ==, 13);
  g_assert_cmpint (spec->k, ==, 21);
  gs_spec_edit_size (spec, 'n', 5);
  gs_spec_edit_op (spec, GS_OP_ADD);
  g_assert_cmpint (spec->m, ==, 13);
  g_assert_cmpint (spec->n, ==, 21);
  g_assert_cmpint (spec->k, ==, 0);
}

static void
test_op_takes_n_from_typed_b (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GsSource) b = new_values (3, 3);

  gs_spec_edit_source (spec, 1, b);
  gs_spec_edit_op (spec, GS_OP_MATMUL);
  g_assert_cmpint (spec->m, ==, 3);
  g_assert_cmpint (spec->k, ==, 3);
  g_assert_cmpint (spec->n, ==, 3);
}

static void
test_values_bring_their_size (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GsSource) a = new_values (2, 3);
  g_autoptr (GsSource) b = new_values (3, 5);

  gs_spec_edit_op (spec, GS_OP_MATMUL);
  gs_spec_edit_source (spec, 0, a);
  gs_spec_edit_source (spec, 1, b);
  g_assert_cmpint (spec->m, ==, 2);
  g_assert_cmpint (spec->k, ==, 3);
  g_assert_cmpint (spec->n, ==, 5);
  g_assert_false (gs_spec_can_edit_size (spec, 'm'));
  g_assert_false (gs_spec_can_edit_size (spec, 'k'));
  g_assert_false (gs_spec_can_edit_size (spec, 'n'));
}

static void
test_dims_keep_the_threads (void)
{
  static const struct
  {
    gint64 line, x, y;
  } cases[] = { { 256, 16, 16 }, { 32, 8, 4 }, { 1024, 32, 32 }, { 7, 7, 1 }, { 1, 1, 1 }, { 96, 12, 8 } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GsSpec) spec = gs_spec_new ();

      spec->block[0] = cases[i].line;
      gs_spec_edit_block_dims (spec, 2);
      g_assert_cmpint (spec->block[0], ==, cases[i].x);
      g_assert_cmpint (spec->block[1], ==, cases[i].y);
      gs_spec_edit_block_dims (spec, 1);
      g_assert_cmpint (spec->block[0], ==, cases[i].line);
    }
}

static void
test_backends_stay_in_order (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();

  gs_spec_edit_backend (spec, "cublas", TRUE);
  gs_spec_edit_backend (spec, "blas", TRUE);
  gs_spec_edit_backend (spec, "simt", FALSE);
  g_assert_cmpstr (spec->backends[0], ==, "cpu");
  g_assert_cmpstr (spec->backends[1], ==, "blas");
  g_assert_cmpstr (spec->backends[2], ==, "cublas");
  g_assert_null (spec->backends[3]);
}

static void
test_cpu_kernels (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();

  gs_spec_edit_op (spec, GS_OP_MATMUL);
  gs_spec_edit_cpu_kernel (spec, "cpu_ijk", TRUE);
  gs_spec_edit_cpu_kernel (spec, "cpu_blocked", TRUE);
  g_assert_true (gs_spec_runs_cpu_kernel (spec, "cpu_ijk"));
  g_assert_true (gs_spec_runs_cpu_kernel (spec, "cpu_blocked"));
  g_assert_true (gs_spec_check (spec, NULL));

  for (guint i = 0; gs_kernel_info_nth (i) != NULL; i++)
    if (gs_kernel_info_nth (i)->target == GS_KERNEL_CPU)
      gs_spec_edit_cpu_kernel (spec, gs_kernel_info_nth (i)->name, FALSE);
  g_assert_false (gs_spec_has_backend (spec, "cpu"));
  g_assert_true (gs_spec_has_backend (spec, "simt"));
}

static void
test_gpu_kernel_brings_a_launch_it_can_have (void)
{
  const GsKernelInfo *info;

  for (guint i = 0; (info = gs_kernel_info_nth (i)) != NULL; i++)
    {
      g_autoptr (GsSpec) spec = gs_spec_new ();
      g_autoptr (GError) error = NULL;

      if (info->target != GS_KERNEL_GPU)
        continue;
      gs_spec_edit_op (spec, gs_kernel_info_fits (info, GS_OP_MATMUL) ? GS_OP_MATMUL
                             : gs_kernel_info_fits (info, GS_OP_ADD)  ? GS_OP_ADD
                                                                      : GS_OP_HADAMARD);
      spec->guard = FALSE;
      spec->map = GS_MAP_X_ROW;
      spec->index_bits = 32;
      spec->grid_rule = GS_GRID_FLOOR;
      gs_spec_edit_gpu_kernel (spec, info->name);
      g_test_message ("%s", info->name);
      gs_kernel_info_check (info, spec, &error);
      g_assert_no_error (error);
      g_assert_true (gs_spec_get_gpu_kernel (spec) == info);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/spec-edit/op-keeps-a", test_op_keeps_a);
  g_test_add_func ("/model/spec-edit/op-takes-n-from-typed-b", test_op_takes_n_from_typed_b);
  g_test_add_func ("/model/spec-edit/values-bring-their-size", test_values_bring_their_size);
  g_test_add_func ("/model/spec-edit/dims-keep-the-threads", test_dims_keep_the_threads);
  g_test_add_func ("/model/spec-edit/backends-stay-in-order", test_backends_stay_in_order);
  g_test_add_func ("/model/spec-edit/cpu-kernels", test_cpu_kernels);
  g_test_add_func ("/model/spec-edit/gpu-kernel-brings-a-launch",
                   test_gpu_kernel_brings_a_launch_it_can_have);
  return g_test_run ();
}
