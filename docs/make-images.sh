#!/bin/sh
# Draws every picture of the documentation: make-images.sh CLI DIRECTORY. Times
# come from the saved reports, so the same program draws the same bytes anywhere.
set -eu
cli=$1
out=$2
here=$(dirname "$0")
mkdir -p "$out"

figure () { # figure NAME KIND [options]
  name=$1
  kind=$2
  shift 2
  "$cli" figure "$kind" "$@" --caption --size 960x600 -o "$out/$name.svg" --alt "$out/$name.txt"
}

figure coverage-guarded coverage --m 13 --n 21 --block 8x4
figure coverage-no-guard coverage --m 13 --n 21 --block 8x4 --no-guard
figure coverage-floor coverage --m 13 --n 21 --block 8x4 --grid floor
figure formula formula --n 7 --block 4 --thread 1:3
figure numbers matrix --report "$here/reports/seed-matmul.json"
