#!/usr/bin/env bash
# Tests and commands under valgrind's memcheck: memory that was never written, accesses beyond blocks, and blocks that nobody holds any longer.
#   ./dev valgrind [NAME…]            all of the tests below and the commands; or the tests NAME; or `commands`
#   tests/tools/run-memcheck.sh BUILD [NAME…]
# The worker runs under it, too, with the kernels that it loads; compilers do not. The exit status is 1 when there is a finding.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=${1:-build}
shift || true
tests=("$@")
# Readers, texts and sizes; graphs and shapes; lowering to memory; kernels, in the test itself and in a worker. Others have the same parts and
# larger graphs, or ask how long something takes.
[ ${#tests[@]} -gt 0 ] || tests=(
  arena options text quote trace json sym inputs graph-list fx-reader fx-errors fx-reader-errors tensor-file readers
  graph dtype overloads shapes expr decompose lower schedule dump parity bytes alloc-order memory-map memory-plan session whatif
  codegen-beside codegen-turns reference-values reference-memory given)
# Asserted there: how long something takes.
untimed=(-s /core/formats/fx/large-graphs-are-read-quickly -s /core/fuse/long-chains-are-fast)

# Worker and compilers do less than valgrind needs when they are confined.
export FUSELOOM_CONFINE=none G_SLICE=always-malloc MALLOC_PERTURB_=0 LC_ALL=C.UTF-8
# valgrind knows no AVX-512, and compilers see the processor as it is.
if grep -q avx512f /proc/cpuinfo; then
  mkdir -p "$build/memcheck"
  for name in cc gcc clang; do
    program=$(command -v "$name") || continue
    printf '#!/bin/sh\nexec %s "$@" -march=x86-64-v3\n' "$program" >"$build/memcheck/$name"
    chmod +x "$build/memcheck/$name"
  done
  export PATH="$PWD/$build/memcheck:$PATH"
fi
memcheck=(valgrind -q --error-exitcode=99 --fair-sched=yes --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite
  --suppressions="$PWD/tests/memcheck.supp" --trace-children=yes "--trace-children-skip=/usr/*,/bin/*,*/memcheck/*")
result=0

[ "${tests[0]}" = commands ] || meson test -C "$build" --no-rebuild --print-errorlogs -t 20 --num-processes "$(nproc)" --wrapper "${memcheck[*]}" \
  --test-args "${untimed[*]}" "${tests[@]}" >&2 || result=1
[ $# -eq 0 ] || [ "$1" = commands ] || exit $result

passed=0 failed=0
check() {
  local status=0
  "${memcheck[@]}" "$build/app/fuseloom-cli" "$@" >"$build/memcheck.log" 2>&1 || status=$?
  if [ $status -eq 0 ]; then
    passed=$((passed + 1))
    return
  fi
  failed=$((failed + 1)) result=1
  echo "FAILED fuseloom-cli $* (exit $status)"
  grep -v '^--' "$build/memcheck.log" | tail -60
}
check graphs data/graphs/gpt2-block.py
check import data/graphs/gpt2-block.py -o "$build/memcheck.json"
check ops
check why data/graphs/softmax.py sub exp
for graph in data/graphs/softmax.py data/graphs/layer-norm.py; do
  check stages "$graph" --json
  check stages "$graph" --target=cuda
  check steps "$graph"
  check dump "$graph"
  check kernels "$graph"
  check plan "$graph"
  check report "$graph" -o "$build/memcheck-report" --quiet
  check compare "$graph" --no-measure
  check run "$graph" --no-measure --json
done
echo "commands: $passed passed, $failed failed"
exit $result
