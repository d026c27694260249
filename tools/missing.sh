#!/bin/sh
# Names what tests and `make demo` leave out on this machine for want of a system package.

missing=
command -v dovecot >/dev/null || test -x /usr/sbin/dovecot ||
    missing="$missing\n  IMAP against a real server (Debian: dovecot-imapd dovecot-lmtpd)"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null ||
    missing="$missing\n  PostgreSQL (Debian: postgresql)"
command -v systemd-analyze >/dev/null ||
    missing="$missing\n  the service file of docs/host.md (Debian: systemd)"
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null ||
    missing="$missing\n  the order form and mails in a real browser (Debian: chromium-headless-shell)"

if [ -n "$missing" ]; then
    printf "Skipped on this machine:$missing\n\`make system-packages\` installs what is missing.\n"
fi
