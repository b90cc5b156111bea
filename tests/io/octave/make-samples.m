% Wrote the samples in this folder, with GNU Octave 7.3.0: octave-cli make-samples.m
% The name of the machine in text.txt was replaced.
% bits.txt holds the float32 bits of A, row by row, as Octave has them itself.
A = single ([0, -0, 1, -1.5; realmin("single")/8, -realmin("single")/2, realmax("single"), 16777217; ...
             NaN, Inf, -Inf, 0.1; 1/3, -2/3, 1e-10, 123456.789]);
file = fopen ("bits.txt", "w");
for i = 1:rows (A)
  fprintf (file, "%s ", num2hex (A(i,:)).');
  fprintf (file, "\n");
end
fclose (file);
save ("-text", "text.txt", "A");
save ("-ascii", "ascii.txt", "A");
dlmwrite ("comma.csv", A, "precision", "%.9g");
dlmwrite ("tab.tsv", A, "delimiter", "\t", "precision", "%.9g");
csvwrite ("double.csv", [pi, -exp(1); 1e-3, 2^24 + 1], "precision", "%.17g");
file = fopen ("mat2str.txt", "w");
fprintf (file, "%s\n", mat2str (A, 9));
fclose (file);
format long
B = single ([1.5, 2; -3, 0.25])
diary printed.txt
B
diary off
