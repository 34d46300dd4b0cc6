#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs make targets and the README's commands, each in a fresh copy of a minimal Debian system with only the Swift
# toolchain, make, and git. Prints a line with the result and the time of each; the status is 1 if one fails.
#
#     Resources/packaging/try-fresh.sh FOLDER TARGET...
#
# TARGET is a target of the Makefile, or one of these:
#
#     readme      the commands of the README's command line section, in an empty folder after "make install"
#     swift-run   the README's command that runs the console without make
#
# FOLDER keeps the minimal system, which debootstrap creates once, and the logs. The last commit is what is tried. The
# script needs Linux, root, and a toolchain in a separate folder, which is mounted read-only. All mounts are in a private
# namespace, and all processes in another, so the system removes both, however the script ends.
#
# Programs in the copy use this machine's addresses and proxies for apt, git, and pip. FRESH_MOUNTS names folders, separated
# by spaces, that these settings refer to. FRESH_MIRROR names the mirror of Debian, and FRESH_SUITE its release.
set -eu

script=$(readlink -f "$0")
source=$(git rev-parse --show-toplevel)

# The packages of the minimal system: make, git, and the requirements of the toolchain.
packages="ca-certificates make git binutils g++ libcurl4 libedit2 libncurses6 libpython3-stdlib libsqlite3-0 libxml2 tzdata"

# Prints a command that builds and runs the console in a terminal, and presses q until the console ends. It discards what
# was typed before it started.
in_terminal() {
	echo "while sleep 1; do printf q || break; done |" \
		"TERM=xterm-256color script --quiet --return --command '$1' /dev/null"
}

# Prints the commands for a target.
commands() {
	case $1 in
	run) in_terminal "make run" ;;
	run-server)
		cat <<-'END'
			apt-get update && apt-get install -y --no-install-recommends curl
			make run-server & server=$!
			until curl --silent localhost:8080/forecast; do kill -0 $server; sleep 1; done
			kill $server
		END
		;;
	readme)
		cat <<-'END'
			make install
			mkdir /empty
			sed -n '/^```console/,/^```/s/^\$ \(flint .*\)/\1/p' README.md | grep -v -e attach >/readme-commands
			test -s /readme-commands
			cd /empty
			while read -r command; do echo "\$ $command"; sh -ec "$command" </dev/null; done </readme-commands
		END
		;;
	swift-run)
		echo "apt-get update && apt-get install -y --no-install-recommends libncurses-dev"
		in_terminal "swift run flint console"
		;;
	*) echo "make $1 $variables" ;;
	esac
}

# Makes a system use this machine's addresses and proxies for the network.
connect() {
	cp --dereference /etc/resolv.conf /etc/hosts "$1/etc/"
	for file in /etc/pip.conf "$HOME/.config/pip/pip.conf" /etc/ssl/certs/ca-certificates.crt ${SSL_CERT_FILE:-} \
		${CURL_CA_BUNDLE:-} ${GIT_SSL_CAINFO:-} ${PIP_CERT:-} ${REQUESTS_CA_BUNDLE:-}; do
		if test -f "$file"; then
			mkdir -p "$1$(dirname "$file")"
			cp --dereference "$file" "$1$file"
		fi
	done
	git config --get-regexp '^(url|http)\.' | while read -r key value; do
		git config --file "$1/etc/gitconfig" --add "$key" "$value"
	done
	if command -v apt-config >/dev/null; then
		apt-config dump Acquire >"$1/etc/apt/apt.conf.d/90machine"
	fi
}

# Runs a command in a system with the toolchain and the variables for the network, and without other variables.
inside() {
	root=$1
	shift
	for name in $(env | sed -n 's/^\([A-Za-z_][A-Za-z0-9_]*\)=.*/\1/p' | grep -E \
		'^(http|https|ftp|no|all|HTTP|HTTPS|FTP|NO|ALL)_(proxy|PROXY)$|^(GIT_SSL|PIP)_|^(SSL_CERT_(FILE|DIR)|CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE)$'); do
		set -- "$name=$(printenv "$name")" "$@"
	done
	chroot "$root" /usr/bin/env -i HOME=/root TERM=dumb LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
		PATH="$toolchain/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" "$@"
}

mount_system() {
	mount -t proc proc "$1/proc"
	mount --rbind /dev "$1/dev"
	# shellcheck disable=SC2086
	for shared in "$toolchain" ${FRESH_MOUNTS:-}; do
		mkdir -p "$1$shared"
		mount --bind "$shared" "$1$shared"
		mount -o remount,bind,ro "$1$shared"
	done
}

# Creates the minimal system in the folder "base".
make_base() {
	rm -rf --one-file-system new
	debootstrap --variant=minbase "$suite" new "$mirror"
	if test "$is_debian" = yes && test "$suite" = "$codename"; then
		rm -f new/etc/apt/sources.list
		for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources \
			/etc/apt/keyrings/* /etc/apt/trusted.gpg.d/*; do
			if test -f "$file"; then
				mkdir -p "new$(dirname "$file")"
				cp "$file" "new$file"
			fi
		done
	fi
	connect new
	mount_system new
	inside new apt-get update
	# shellcheck disable=SC2086
	inside new apt-get install -y --no-install-recommends $packages
	inside new apt-get clean
	# The certificates of the package replaced those of the machine.
	connect new
	for program in swift-build swift-frontend clang lld; do
		if inside new ldd "$toolchain/bin/$program" | grep 'not found'; then
			echo "The toolchain needs these libraries. Add their packages to $script." >&2
			exit 1
		fi
	done
}

# Runs a target in a copy of the minimal system.
try_target() {
	mkdir -p run/root run/upper run/work
	if ! mount -t overlay -o lowerdir=base,upperdir=run/upper,workdir=run/work overlay run/root 2>/dev/null; then
		echo "There is no overlay file system here. The minimal system is copied."
		cp --archive --reflink=auto base/. run/root/
	fi
	connect run/root
	mount_system run/root
	git -c safe.directory='*' clone --quiet "$source" run/root/flint
	inside run/root sh -exc "cd /flint; $(commands "$1")" </dev/null
}

fail() {
	echo "$1" >&2
	exit 1
}

folder=$1
shift
test "$(uname -s)" = Linux || fail "This needs Linux, whose namespaces contain the mounts."
test "$(id -u)" = 0 || fail "This needs root, to mount file systems."
command -v unshare >/dev/null || fail "unshare is missing. Install the package util-linux."
toolchain=$(dirname "$(dirname "$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')")")
test -x "$toolchain/bin/swift" || fail "The toolchain of the command swift cannot be found."
case $toolchain in
/usr | /usr/local) fail "The toolchain is in $toolchain, which has other programs too. Install one in a separate folder." ;;
esac

# On Debian, the libraries of the same release certainly suit the toolchain.
is_debian=no
codename=
if grep -q '^ID=debian$' /etc/os-release; then
	is_debian=yes
	codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
fi
suite=${FRESH_SUITE:-${codename:-stable}}
mirror=${FRESH_MIRROR:-}
if test -z "$mirror" && test "$is_debian" = yes; then
	mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $codename" "Component: main" 2>/dev/null | head -n 1)
fi
mirror=${mirror:-http://deb.debian.org/debian}
variables="FUZZ_SECONDS=${FUZZ_SECONDS:-5} KILLS=${KILLS:-3} SOAK_SECONDS=${SOAK_SECONDS:-60} MUTANTS=${MUTANTS:-3}"

mkdir -p "$folder/logs"
chmod 700 "$folder"
cd "$folder"

case ${1:-} in
--make-base) make_base; exit ;;
--try) try_target "$2"; exit ;;
esac

child=
stop() {
	trap '' INT TERM HUP
	# unshare ignores other signals. The processes end with their namespace, and the mounts with theirs.
	if test -n "$child"; then kill -s KILL "$child" 2>/dev/null || true; wait "$child" 2>/dev/null || true; fi
	rm -rf --one-file-system run new
}
trap stop EXIT
trap 'exit 130' INT TERM HUP

# Runs this script in private namespaces, with its output in a log.
isolated() {
	log=$1
	shift
	unshare --mount --pid --fork --kill-child --propagation private sh "$script" . "$@" >"$log" 2>&1 &
	child=$!
	result=0
	wait "$child" || result=$?
	child=
	return "$result"
}

if ! test -e base || test "$(cat base.packages)" != "$suite $packages"; then
	command -v debootstrap >/dev/null || fail "debootstrap is missing. Install the package debootstrap."
	rm -rf --one-file-system base new
	isolated logs/base.log --make-base || { tail -n 20 logs/base.log >&2; fail "The minimal system cannot be made."; }
	mv new base
	echo "$suite $packages" >base.packages
fi

failed=0
for target; do
	rm -rf --one-file-system run
	start=$(date +%s)
	outcome=ok
	isolated "logs/$target.log" --try "$target" || { outcome=FAILED; failed=1; }
	printf '%-6s  %5d s  %-14s  %s\n' "$outcome" "$(($(date +%s) - start))" "$target" "$folder/logs/$target.log"
done
exit $failed
