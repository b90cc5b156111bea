"""Files written by the real NumPy are read to equal bits, and what is written
here is read by NumPy to equal bits."""

import itertools
import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest

import numpy as np

CONVERT = os.environ["GS_CONVERT_MATRIX"]

SPECIAL = np.array([[0.0, -0.0, 1.0, -1.5], [1e-45, -1e-45, 1.1754942e-38, 3.4028235e38],
                    [np.nan, np.inf, -np.inf, 0.1]], dtype=np.float32)


def bits(a):
    return np.ascontiguousarray(a, dtype=np.float32).view(np.uint32)


class ConvertTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def convert(self, name, out="out.npy", *array):
        run = subprocess.run([CONVERT, self.path(name), self.path(out), *array], capture_output=True, text=True)
        self.assertIn(run.returncode, (0, 2), run.stderr)
        return (json.loads(run.stdout), None) if run.returncode == 0 else (None, run.stderr.strip())

    def check(self, name, expected, *array):
        info, error = self.convert(name, "out.npy", *array)
        self.assertIsNone(error)
        read = np.load(self.path("out.npy"))
        expected = np.atleast_2d(expected)
        self.assertEqual(read.shape, expected.shape)
        self.assertEqual(read.dtype, np.dtype("<f4"))
        # Equal bits, but one NaN is as good as another.
        different = bits(read) != bits(expected)
        self.assertTrue((np.isnan(read) & np.isnan(expected))[different].all(), f"{read} is not {expected}")
        return info


class NumpyTest(ConvertTest):
    def test_types_orders_and_layouts(self):
        rng = np.random.default_rng(1)
        for kind, order, fortran in itertools.product(
                ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"], "<>", [False, True]):
            with self.subTest(dtype=order + kind, fortran=fortran):
                dtype = np.dtype(order + kind)
                if dtype.kind == "f":
                    a = rng.normal(0, 100, (13, 21)).astype(dtype)
                    a[0, :6] = [0.0, -0.0, np.nan, np.inf, -np.inf, np.finfo(dtype).tiny / 4]
                else:
                    limits = np.iinfo(dtype)
                    a = rng.integers(limits.min, limits.max, (13, 21), dtype=dtype.newbyteorder("="),
                                     endpoint=True).astype(dtype)
                    a[0, :2] = [limits.min, limits.max]
                if fortran:
                    a = np.asfortranarray(a)
                np.save(self.path("a.npy"), a)
                with np.errstate(over="ignore"):
                    expected = a.astype(np.float32)
                info = self.check("a.npy", expected)
                with np.errstate(invalid="ignore"):
                    if dtype.kind == "f":
                        changed = (expected.astype(np.float64) != a.astype(np.float64)) & ~np.isnan(a)
                        self.assertEqual(info["n_changed"], changed.sum())
                    else:
                        changed = sum(int(x) != int(y) for x, y in zip(expected.flat, a.flat))
                        self.assertEqual(info["n_changed"], changed)
                self.assertEqual(info["notice"] == "", info["n_changed"] == 0)
                self.assertIn(order + kind if dtype.itemsize > 1 else "|" + kind, info["format"])

    def test_small_fortran_orders(self):
        """Two rows or columns are the fewest in which the order matters."""
        for shape in ((1, 5), (5, 1), (2, 5), (5, 2), (2, 2)):
            with self.subTest(shape=shape):
                a = np.asfortranarray(np.arange(shape[0] * shape[1], dtype=np.float32).reshape(shape))
                np.save(self.path("f.npy"), a)
                self.check("f.npy", a)

    def test_booleans(self):
        a = np.array([[True, False, True]])
        np.save(self.path("b.npy"), a)
        self.check("b.npy", a.astype(np.float32))

    def test_special_values_keep_their_bits(self):
        np.save(self.path("s.npy"), SPECIAL)
        self.check("s.npy", SPECIAL)

    def test_strided_and_vectors(self):
        a = np.arange(120, dtype=np.float64).reshape(10, 12)
        for name, view in [("strided", a[::2, ::3]), ("transposed", a.T), ("vector", a[0]), ("scalar", a[0, 5]),
                           ("empty", a[:0]), ("leading-one", a[None])]:
            with self.subTest(name):
                np.save(self.path("v.npy"), view)
                self.check("v.npy", view[0] if view.ndim == 3 else view.astype(np.float32))

    def test_versions(self):
        for version in [(1, 0), (2, 0), (3, 0)]:
            with self.subTest(version=version):
                with open(self.path("v.npy"), "wb") as file:
                    np.lib.format.write_array(file, SPECIAL, version=version)
                info = self.check("v.npy", SPECIAL)
                self.assertIn("%d.%d" % version, info["format"])

    def test_headers_of_other_writers(self):
        data = np.arange(6, dtype="<f4").tobytes()
        for name, text in [
                ("double-quotes", '{"descr": "<f4", "fortran_order": False, "shape": (2, 3)}'),
                ("other-order", "{'shape': (2, 3), 'fortran_order': False, 'descr': '<f4'}"),
                ("tight", "{'descr':'<f4','fortran_order':False,'shape':(2,3),}"),
                ("python-2-longs", "{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 3L), }")]:
            for pad in (1, 16, 64):
                with self.subTest(name, pad=pad):
                    header = text + " " * (-(len(text) + 11) % pad) + "\n"
                    with open(self.path("h.npy"), "wb") as file:
                        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)
                    self.check("h.npy", np.arange(6).reshape(2, 3))

    def test_refused_types(self):
        for a, word in [(np.zeros((2, 2), complex), "complex numbers (<c16)"),
                        (np.array([["a"]]), "text (<U1)"), (np.array([[b"a"]]), "text (|S1)"),
                        (np.array([1], dtype="M8[s]"), "dates (<M8[s])"),
                        (np.zeros(2, dtype=[("x", "f4"), ("y", "f4")]), "structured type"),
                        (np.zeros(2, np.longdouble), "long doubles")]:
            with self.subTest(word):
                np.save(self.path("r.npy"), a)
                self.assertIn(word, self.convert("r.npy")[1])
        np.save(self.path("o.npy"), np.array([[None, 1]]), allow_pickle=True)
        self.assertIn("Python objects (|O)", self.convert("o.npy")[1])
        np.save(self.path("d.npy"), np.zeros((2, 3, 4)))
        self.assertIn("3 dimensions (2 × 3 × 4)", self.convert("d.npy")[1])

    def test_cut_off_anywhere(self):
        np.save(self.path("c.npy"), SPECIAL)
        with open(self.path("c.npy"), "rb") as file:
            whole = file.read()
        for n in list(range(0, 12)) + [60, 127, 128, 129, len(whole) - 1]:
            with self.subTest(n):
                with open(self.path("c.npy"), "wb") as file:
                    file.write(whole[:n])
                self.assertIn("cut off at offset %d" % n, self.convert("c.npy")[1])

    def test_npz(self):
        for save in (np.savez, np.savez_compressed):
            with self.subTest(save.__name__):
                save(self.path("z.npz"), first=SPECIAL, second=np.eye(3))
                self.check("z.npz", SPECIAL, "first")
                self.check("z.npz", np.eye(3), "second")
                self.assertIn("holds 2 arrays (first, second)", self.convert("z.npz")[1])
                self.assertIn("did you mean “second”?", self.convert("z.npz", "out.npy", "secnd")[1])
                save(self.path("one.npz"), SPECIAL)
                self.check("one.npz", SPECIAL)

    def test_damaged_npz(self):
        np.savez_compressed(self.path("z.npz"), a=np.arange(10000.0))
        with open(self.path("z.npz"), "rb") as file:
            whole = bytearray(file.read())
        with open(self.path("z.npz"), "wb") as file:
            file.write(whole[:len(whole) // 2])
        self.assertIn("not a whole .npz archive", self.convert("z.npz")[1])
        whole[200] ^= 0xff
        with open(self.path("z.npz"), "wb") as file:
            file.write(whole)
        self.assertIsNotNone(self.convert("z.npz")[1])

    def test_savetxt(self):
        rng = np.random.default_rng(2)
        a = rng.normal(0, 1, (50, 20))
        a[0, :4] = [0.0, -0.0, 1e-310, 1e38]
        for name, delimiter, header in [("t.csv", ",", ""), ("t.csv", ",", "made by numpy"), ("t.tsv", "\t", ""), ("t.txt", " ", "")]:
            for fmt in ("%.18e", "%.9g", "%.6f"):
                with self.subTest(name, delimiter=delimiter, fmt=fmt):
                    np.savetxt(self.path(name), a, delimiter=delimiter, header=header, fmt=fmt)
                    # float32() of a decimal text rounds once, as strtof does; loadtxt would round twice.
                    with open(self.path(name)) as file:
                        rows = [line.split(None if delimiter == " " else delimiter) for line in file
                                if not line.startswith("#")]
                    self.check(name, np.array([[np.float32(x) for x in row] for row in rows]))

    def test_repr_and_str(self):
        a = np.array([[1.5, -2.25], [1e10, 0.1]])
        for name, text in [("repr", repr(a)), ("str", str(a)), ("list", repr(a.tolist()))]:
            with self.subTest(name):
                with open(self.path("p.txt"), "w") as file:
                    file.write(text)
                self.check("p.txt", np.array(eval(repr(a.tolist()))))
        with open(self.path("p.txt"), "w") as file:
            file.write(str(np.arange(5000)))
        self.assertIn("leaves numbers out", self.convert("p.txt")[1])
        with open(self.path("p.txt"), "w") as file:
            file.write(str(np.arange(100)))
        self.check("p.txt", np.arange(100))

    def test_written_files_are_read_by_numpy(self):
        np.save(self.path("a.npy"), SPECIAL)
        for name in ("o.npy", "o.csv", "o.tsv", "o.txt", "o.mtx"):
            with self.subTest(name):
                info, error = self.convert("a.npy", name)
                self.assertIsNone(error)
                self.check(name, SPECIAL)
        self.assertTrue((bits(np.loadtxt(self.path("o.csv"), delimiter=",", dtype=np.float32)) == bits(SPECIAL))
                        [~np.isnan(SPECIAL)].all())
        with open(self.path("o.npy"), "rb") as file:
            header = file.read(128)
        self.assertEqual(struct.unpack("<H", header[8:10])[0] + 10, 128)

    def test_nothing_can_be_half_written(self):
        np.save(self.path("a.npy"), np.zeros((3, 3)))
        with open(self.path("a.npy"), "rb") as file:
            before = file.read()
        self.assertIn("does not say a format", self.convert("a.npy", "b.xyz")[1])
        np.save(self.path("e.npy"), np.zeros((0, 3)))
        self.assertIn("write it as .npy", self.convert("e.npy", "e.csv")[1])
        self.assertFalse(os.path.exists(self.path("e.csv")))
        with open(self.path("a.npy"), "rb") as file:
            self.assertEqual(file.read(), before)


class ScipyStyleTest(ConvertTest):
    """Matrix Market as scipy.io.mmwrite lays it out."""

    def test_coordinate(self):
        rng = np.random.default_rng(3)
        dense = np.where(rng.random((9, 7)) < 0.3, rng.normal(size=(9, 7)), 0)
        rows, columns = dense.nonzero()
        with open(self.path("s.mtx"), "w") as file:
            file.write("%%%%MatrixMarket matrix coordinate real general\n%%\n9 7 %d\n" % len(rows))
            for r, c in zip(rows, columns):
                file.write("%d %d %.16e\n" % (r + 1, c + 1, dense[r, c]))
        self.check("s.mtx", dense.astype(np.float32))

    def test_array(self):
        dense = np.arange(12.0).reshape(3, 4)
        with open(self.path("s.mtx"), "w") as file:
            file.write("%%MatrixMarket matrix array real general\n%\n3 4\n")
            for value in dense.T.flat:
                file.write("%.16e\n" % value)
        self.check("s.mtx", dense)


class OctaveTest(ConvertTest):
    """Files that GNU Octave wrote (octave/make-samples.m); their bits as Octave has them."""

    FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "octave")

    def path(self, name):
        sample = os.path.join(self.FOLDER, name)
        return sample if os.path.exists(sample) else super().path(name)

    def test_samples(self):
        with open(self.path("bits.txt"), encoding="ascii") as file:
            rows = [[int(line[i:i + 8], 16) for i in range(0, 32, 8)] for line in file]
        expected = np.array(rows, dtype=np.uint32).view(np.float32)
        for name in ("ascii.txt", "comma.csv", "mat2str.txt", "tab.tsv", "text.txt"):
            with self.subTest(name):
                self.assertEqual(self.check(name, expected)["n_changed"], 0)

    def test_printed(self):
        self.check("printed.txt", np.array([[1.5, 2], [-3, 0.25]], dtype=np.float32))

    def test_double(self):
        expected = np.array([[np.pi, -np.e], [1e-3, 2**24 + 1]])
        info = self.check("double.csv", expected.astype(np.float32))
        self.assertEqual(info["n_changed"], 3)


if __name__ == "__main__":
    unittest.main(verbosity=2, argv=sys.argv[:1])
