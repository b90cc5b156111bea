"""Numbers from text, files and pipes, as people have them."""
import os
import unittest

import numpy

from harness import USAGE, Case, run


class Input(Case):
    def read(self, source, **options):
        """What the program takes @source for."""
        return self.values("--op", "add", "--a", source, "--b", "zeros", **options)

    def test_literals(self):
        for text in ("[1 2; 3 4]", "[[1,2],[3,4]]", "[[1, 2], [3, 4]]", "[1, 2; 3, 4]", "1 2\n3 4", "[[1. 2.]\n [3. 4.]]",
                     "array([[1., 2.],\n       [3., 4.]])", "1\t2\n3\t4", "1;2\n3;4", "{{1, 2}, {3, 4}}",
                     "1, 2\r\n3, 4\r\n", "\ufeff1;2\n3;4\n"):
            with self.subTest(text=text):
                self.assertEqual(self.read(text), [[1, 2], [3, 4]])

    def test_decimal_comma(self):
        self.assertEqual(self.read("1,5;2,5"), [[1.5, 2.5]])
        self.assertEqual(self.read("9,99\t1"), self.read("9.99\t1"))
        self.refuses(USAGE, "1234", "run", "--a", "1,234", "--b", "ones")

    def test_spreadsheet_paste(self):
        self.assertEqual(self.read("\u22121\t2\u00a0000\r\n3\t4\r\n")[0][0], -1)
        utf16 = self.write("sheet.csv", "1,2\r\n3,4\r\n".encode("utf-16"))
        self.assertEqual(self.read(utf16), [[1, 2], [3, 4]])
        self.assertEqual(self.read('"1"\t"2"'), [[1, 2]])
        self.assertEqual(self.read(self.write("two.csv", "1,2\n3,4\n")), [[1, 2], [3, 4]])

    def test_what_is_no_matrix(self):
        for text, part in (("1 2\n3", "2"), ("1 x 3", "x"), ("[1 2 ... 9]", "..."), ("[", ""), ("1+2i 3", "")):
            with self.subTest(text=text):
                self.refuses(USAGE, part, "run", "--a", text, "--b", "ones")

    def test_standard_input(self):
        self.assertEqual(self.read("-", stdin=b"1 2\n3 4\n"), [[1, 2], [3, 4]])
        self.refuses(USAGE, "", "run", "--a", "-", "--b", "ones", stdin=b"")

    def test_numpy_files(self):
        values = numpy.array([[1, 2, 3], [4, 5, 6]])
        for name in ("<f4", ">f4", "<f8", ">f8", "<i4", "|u1", "<i8", "<f2", "|b1"):
            for order in "CF":
                with self.subTest(dtype=name, order=order):
                    array = numpy.array(values, dtype=name, order=order)
                    path = self.path("array.npy")
                    numpy.save(path, array)
                    self.assertEqual(self.read(path), array.astype(float).tolist())

    def test_numpy_archive(self):
        path = self.path("two.npz")
        numpy.savez(path, x=numpy.eye(2), y=numpy.ones((2, 2)))
        self.assertEqual(self.read(path + ":x"), [[1, 0], [0, 1]])
        message = self.refuses(USAGE, "x", "run", "--a", path, "--b", "ones")
        self.assertIn("y", message)

    def test_numpy_refused(self):
        for name, array in (("complex", numpy.array([1 + 2j])), ("object", numpy.array([None]))):
            path = self.path(name + ".npy")
            numpy.save(path, array)
            with self.subTest(name=name):
                self.refuses(USAGE, "", "run", "--a", path, "--b", "ones")
        path = self.path("cut.npy")
        numpy.save(path, numpy.ones((10, 10)))
        with open(path, "r+b") as file:
            file.truncate(os.path.getsize(path) - 5)
        self.refuses(USAGE, "", "run", "--a", path, "--b", "ones")

    def test_conversion_is_announced(self):
        path = self.path("precise.npy")
        numpy.save(path, numpy.array([[0.1, 0.5]]))
        done = run("run", "--a", path, "--b", "ones", "--backend", "cpu", "--repeats", 1, "--json")
        self.assertEqual(done.returncode, 0)
        self.assertIn("A: ", done.stderr.decode())
        self.assertIn("1", done.stderr.decode())

    def test_matrix_market(self):
        array = self.write("array.mtx", "%%MatrixMarket matrix array real general\r\n% note\r\n\r\n2 2\r\n1\r\n3\r\n2\r\n4\r\n")
        self.assertEqual(self.read(array), [[1, 2], [3, 4]])
        sparse = self.write("sparse.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n 1 1 5\n 2 1 7\n")
        self.assertEqual(self.read(sparse), [[5, 7], [7, 0]])
        short = self.write("short.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 5\n2 1 7\n")
        self.refuses(USAGE, "3", "run", "--a", short, "--b", "ones")

    def test_generators(self):
        self.assertEqual(self.values("--op", "add", "--m", 2, "--n", 2, "--block", "4x4", "--a", "eye", "--b", "iota"),
                         [[1, 1], [2, 4]])

    def test_bits_survive(self):
        values = [-0.0, 1e-45, 1.1754944e-38, 3.4028235e38, 0.1]
        path = self.path("bits.npy")
        numpy.save(path, numpy.array([values], dtype=numpy.float32))
        out = self.path("out.npy")
        self.ok("run", "--op", "hadamard", "--a", path, "--b", "ones", "--backend", "cpu", "--repeats", 1, "--output", out)
        self.assertEqual(numpy.load(out).tobytes(), numpy.array([values], dtype=numpy.float32).tobytes())


if __name__ == "__main__":
    unittest.main()
