#!/usr/bin/env bash
# Runs the README's two commands on bare machines: Debian or Ubuntu with Node, npm, git and certificates and nothing else,
# each in a root folder of its own. Nothing of this machine is there but its Node and its way to the npm registry.
# Usage, as root on Debian: npm run test:fresh [-- bookworm trixie …], by default the version of this machine.
# WHAT=start leaves npm test out. MIRROR names another mirror of the distribution.
set -euo pipefail
source=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
home=/var/tmp/firstchair-fresh
. /etc/os-release
mkdir -p "$home"
exec 9>"$home/lock"
flock 9

# Makes the bare machine, once for each version of the distribution.
make_base() { # suite, folder
  command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq debootstrap; } >/dev/null 2>&1
  rm -rf "$2"
  # A version that is newer than debootstrap is made like the one before it.
  local script=/usr/share/debootstrap/scripts/$1
  [ -e "$script" ] || script=$(dirname "$script")/jammy
  debootstrap --variant=minbase --include=ca-certificates,git "$1" "$2" "${MIRROR:-$(mirror)}" "$script" >"$home/debootstrap.log" 2>&1 ||
    { tail -n 5 "$home/debootstrap.log"; return 1; }
  # Not the Node of node_modules, which comes first under `npm run`.
  install -D "$(readlink -f "$(type -aP node | grep -v node_modules | head -n 1)")" "$2/usr/local/bin/node"
  mkdir -p "$2/usr/local/lib/node_modules"
  cp -aL "$(dirname "$(dirname "$(readlink -f "$(type -P npm)")")")" "$2/usr/local/lib/node_modules/npm"
  for program in npm npx; do ln -s "../lib/node_modules/npm/bin/$program-cli.js" "$2/usr/local/bin/$program"; done
  # Proxies, mirrors and certificates of a company.
  [ "$1" != "$VERSION_CODENAME" ] || cp -a /etc/apt/sources.list* "$2/etc/apt/"
  for file in /etc/apt/apt.conf.d/99* /etc/ssl/certs/ca-certificates.crt "$(npm config get globalconfig)"; do
    [ ! -f "$file" ] || install -D "$file" "$2$file"
  done
  touch "$2/.complete"
}

mirror() { sed -n 's/^URIs: *//p; s/^deb \(\[.*\] \)\?\([^ ]*\).*/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1; }

# Runs a script of the checkout on a new copy of the bare machine, with processes and mounts of its own.
on_machine() { # base, user, arguments…
  local base=$1 user=$2 root=$home/root folder
  shift 2
  rm -rf --one-file-system "$root"
  cp -a "$base" "$root"
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  [ "$user" = root ] || chroot "$root" useradd --create-home "$user"
  folder=$(awk -F: -v user="$user" '$1 == user { print $6 }' "$root/etc/passwd")
  git clone -q --no-hardlinks "$source" "$root$folder/firstchair"
  [ ! -f ~/.npmrc ] || install ~/.npmrc "$root$folder/"
  chroot "$root" chown -R "$user" "$folder"
  # Not chroot, inside of which Linux forbids the namespace that PostgreSQL is run in for root.
  unshare --mount --pid --fork --kill-child sh -ec '
    mount --bind "$1" "$1" && cd "$1"
    mount --rbind /dev dev && mount -t proc proc proc && mount -t sysfs sys sys
    mkdir -p .old && pivot_root . .old && umount -l /.old
    user=$2 home=$3 && shift 3
    exec setpriv --reuid="$user" --regid="$user" --init-groups env -i HOME="$home" USER="$user" LANG=C.UTF-8 \
      PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin "$@"' \
    sh "$root" "$user" "$folder" $(env | grep -E '^(NODE_EXTRA_CA_CERTS|(https?|HTTPS?|no|NO)_(proxy|PROXY))=' || true) \
    bash "$folder/firstchair/scripts/fresh/both-commands.sh" "$@"
}

for suite in "${@:-$VERSION_CODENAME}"; do
  base=$home/$suite
  [ -e "$base/.complete" ] || make_base "$suite" "$base"
  echo "── $suite, as an ordinary user"
  on_machine "$base" owner start
  echo "── $suite, as root"
  on_machine "$base" root ${WHAT:-start test}
done
