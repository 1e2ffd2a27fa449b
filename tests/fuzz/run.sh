#!/usr/bin/env bash
# Fuzzes the graph readers for SECONDS each, all at once:   tests/fuzz/run.sh [SECONDS] [NAME…]
# New inputs are kept in build-fuzz/corpus, findings in build-fuzz/findings; the exit status is 1 when there is a finding.
# A finding becomes a file of tests/fuzz/corpus with the change that mends it.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seconds=${1:-60}
shift || true
names=("$@")
[ ${#names[@]} -gt 0 ] || names=(fuzz-fx fuzz-json fuzz-pipeline fuzz-tensors)
build=${FUSELOOM_FUZZ_BUILD:-build-fuzz}
here=tests/fuzz

if [ ! -e "$build/build.ninja" ]; then
  CC=clang meson setup "$build" -Dfuzz=true -Dui=disabled -Db_sanitize=address,undefined -Db_lundef=false \
    -Dbuildtype=debugoptimized -Dc_args=-fsanitize=fuzzer-no-link >/dev/null || exit 2
fi
ninja -C "$build" --quiet "${names[@]/#/tests/fuzz/}" >&2 || exit 2

export ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=0"
export UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1"
export LSAN_OPTIONS="suppressions=$PWD/tests/lsan.supp:print_suppressions=0"

# Interned names are never freed (they live as long as the process), so a fuzzer is started anew every minute.
fuzz() {
  local name=$1 kind=${1#fuzz-} end=$((SECONDS + seconds)) left count status=0 runs=0 log="$build/$1.log"
  local seeds=("$here/corpus/$kind") dictionary="$here/$kind.dict"
  [ "$kind" = pipeline ] && seeds+=("$here/corpus/fx" "$here/corpus/json" data/graphs)
  [ -e "$dictionary" ] || dictionary="$here/fx.dict"
  mkdir -p "$build/corpus/$name" "$build/findings"
  : >"$log"
  while left=$((end - SECONDS)); [ $left -gt 0 ]; do
    "$build/tests/fuzz/$name" -max_total_time=$((left < 60 ? left : 60)) -timeout=10 -rss_limit_mb=3000 -max_len=4096 -entropic=0 \
      -print_final_stats=1 -verbosity=0 -dict="$dictionary" -artifact_prefix="$build/findings/$name-" \
      "$build/corpus/$name" "${seeds[@]}" >"$log.part" 2>&1 || status=1
    cat "$log.part" >>"$log"
    count=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log.part" | tail -1)
    runs=$((runs + ${count:-0}))
    [ $status -eq 0 ] || break
  done
  # Leaks are looked for at the end, with whole stacks: GLib's code has no frame pointers, so that without them its table
  # of interned strings, which leaves old arrays behind, could not be told from a leak of ours.
  if [ $status -eq 0 ]; then
    ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=1:fast_unwind_on_malloc=0" "$build/tests/fuzz/$name" -runs=0 -verbosity=0 \
      -artifact_prefix="$build/findings/$name-" "$build/corpus/$name" "$seeds" >>"$log" 2>&1 || status=1
  fi
  rm -f "$log.part"
  if [ $status -ne 0 ]; then
    echo "$name: FINDING after $runs runs, see $log"
    grep -E "ERROR|SUMMARY|runtime error|Test unit written|assertion|\*\*" "$log" | tail -5
  else
    echo "$name: nothing found in $runs runs"
  fi
  return $status
}

processes=()
for name in "${names[@]}"; do
  fuzz "$name" &
  processes+=($!)
done
result=0
for process in "${processes[@]}"; do
  wait "$process" || result=1
done
exit $result
