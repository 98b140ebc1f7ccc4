#!/usr/bin/env bash
# Makes the expected outputs anew: NAME.out and, if there is a message, NAME.err. Needs llvm-bcanalyzer-22.
cd "$(dirname "$0")" || exit 1
rm -f ./*.out ./*.err
while IFS=$'\t' read -r name args; do
  # shellcheck disable=SC2086
  llvm-bcanalyzer-22 $args >"$name.out" 2>"$name.err"
  [ -s "$name.err" ] || rm "$name.err"
done <cases.tsv
