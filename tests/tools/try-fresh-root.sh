#!/usr/bin/env bash
# The README's two commands on a machine that has nothing: in an empty Debian root, as root and as a user with sudo. Needs root and
# debootstrap, and a mirror of Debian's packages.
#
#   tests/tools/try-fresh-root.sh FOLDER [SUITE...]     suites: bookworm (Debian 12) and trixie (Debian 13); both by default
#
# FOLDER keeps an empty root of each suite (SUITE.base), the root that was used last (SUITE.root) and what was printed (SUITE.*.log). What
# is tried is the committed tree (HEAD). Environment: MIRROR, COMMANDS ("test run" by default), USERS ("root user" by default).
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2; }
[ "$(id -u)" -eq 0 ] || { echo "try-fresh-root: needs root, for chroot and mount" >&2; exit 2; }
command -v debootstrap >/dev/null || { echo "try-fresh-root: needs debootstrap" >&2; exit 2; }
source_dir=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
folder=$(mkdir -p "$1" && cd "$1" && pwd)
shift
suites=("$@")
[ ${#suites[@]} -gt 0 ] || suites=(bookworm trixie)
mirror=${MIRROR:-http://deb.debian.org/debian}
failed=0

make_root() {
  local base=$folder/$1.base root=$folder/$1.root
  [ -e "$base/etc/debian_version" ] || debootstrap --variant=minbase "$1" "$base" "$mirror" >"$folder/$1.debootstrap.log" 2>&1
  umount_all "$root"
  rm -rf --one-file-system "$root"
  cp -a --reflink=auto "$base" "$root"
  cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
  for name in proc sys dev dev/pts dev/shm; do
    mkdir -p "$root/$name"
    mount --bind "/$name" "$root/$name"
  done
  # The parts that a person does who makes a machine: an account that may become root, and the source.
  if [ "$2" = user ]; then
    chroot "$root" sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends sudo >/dev/null 2>&1 && useradd -m -s /bin/bash tester &&
      echo "tester ALL=(ALL) NOPASSWD: ALL" > /etc/sudoers.d/tester'
  fi
  mkdir -p "$root/home/tester/fuseloom"
  git -C "$source_dir" archive HEAD | tar -x -C "$root/home/tester/fuseloom"
  [ "$2" != user ] || chroot "$root" chown -R tester /home/tester
}

umount_all() {
  local name
  for name in dev/shm dev/pts dev sys proc; do
    mountpoint -q "$1/$name" && umount "$1/$name"
  done
  return 0
}

try() {
  local suite=$1 who=$2 command=$3 root=$folder/$1.root log=$folder/$1.$2.$3.log start status=0
  local as=(chroot "$root")
  [ "$who" = root ] || as=(chroot --userspec=tester:tester "$root")
  start=$(date +%s)
  "${as[@]}" env -i HOME="$([ "$who" = root ] && echo /root || echo /home/tester)" PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
    bash -c "cd /home/tester/fuseloom && ./dev $command" >"$log" 2>&1 </dev/null || status=$?
  printf '%s, %s, ./dev %s: exit %d after %d s: %s\n' "$suite" "$who" "$command" $status $(($(date +%s) - start)) "$(tail -n 1 "$log")"
  [ $status -eq 0 ] || failed=1
}

trap 'for suite in "${suites[@]}"; do umount_all "$folder/$suite.root"; done' EXIT
for suite in "${suites[@]}"; do
  for who in ${USERS:-root user}; do
    make_root "$suite" "$who"
    for command in ${COMMANDS:-test run}; do
      try "$suite" "$who" "$command"
    done
    umount_all "$folder/$suite.root"
  done
done
exit $failed
