#!/bin/sh
# Builds the fuzz targets with clang's libFuzzer and its address and undefined-
# behaviour sanitizers: build-fuzzers.sh CLANG SOURCE BUILD OUTPUT TARGET…
# The layers they exercise are compiled again, since every object must be
# instrumented.
set -e
clang=$1 source=$2 build=$3 output=$4
shift 4
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
packages='gio-2.0 json-glib-1.0'
if pkg-config --exists libzip; then packages="$packages libzip"; fi
cat >"$objects/flags" <<END
-std=gnu11 -g -O1 -ffp-contract=off -fno-omit-frame-pointer -DGETTEXT_PACKAGE=\\"gridscope\\"
-I$source/src/core -I$source/src/io -I$build -I$build/src/io $(pkg-config --cflags $packages)
-fsanitize=address,undefined -fno-sanitize-recover=undefined
END
find "$source/src/core" "$source/src/io" "$build/src/io" -maxdepth 1 -name '*.c' |
  xargs -P 2 -I '{}' sh -c '"$0" "@$1/flags" -fsanitize=fuzzer-no-link -c "$2" -o "$1/$(basename "$2" .c).o"' \
    "$clang" "$objects" '{}'
mkdir -p "$output"
for target
do
  # shellcheck disable=SC2046
  "$clang" "@$objects/flags" -fsanitize=fuzzer "$source/tests/fuzz/fuzz-$target.c" "$objects"/*.o \
    -o "$output/fuzz-$target" $(pkg-config --libs $packages) -lm
done
