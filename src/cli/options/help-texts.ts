/** Below the list of commands. */
export const PROGRAM_HELP = `
First steps, in one of three ways to connect:
  # 1. Sign in once. The password is asked for and goes into the system keychain; later commands need no connection
  parcel-desk sign-in --base-url https://exchange.example.com --username ops@aurora.example
  parcel-desk counterparties
  parcel-desk search --shipment-ref SHP-0001
  parcel-desk save --shipment-ref SHP-0001 --to shipments --dry-run
  parcel-desk save --shipment-ref SHP-0001 --to shipments

  # 2. For one command: nothing is saved. At a terminal the password is asked for; a script pipes it in
  parcel-desk counterparties --base-url https://exchange.example.com --username ops@aurora.example
  parcel-desk save --base-url https://exchange.example.com --username ops@aurora.example --password-stdin \\
    --refs-file shipments.csv --only-new --to shipments --json < password.txt

  # 3. For a whole script: set PARCEL_DESK_BASE_URL, PARCEL_DESK_USERNAME and PARCEL_DESK_PASSWORD
  parcel-desk save --refs-file shipments.csv --only-new --to shipments --json

Environment:
  PARCEL_DESK_PROFILE        saved account to use
  PARCEL_DESK_BASE_URL       address of the service, for a connection that is not saved
  PARCEL_DESK_USERNAME       user name for it
  PARCEL_DESK_PASSWORD       password for it, or for sign-in
  PARCEL_DESK_AMQP_PASSWORD  password of the message broker, for watch and collect
  PARCEL_DESK_PUBLISH_PASSWORD  password of the firm’s own broker, for collect
  PARCEL_DESK_PROXY          proxy on the way, http://HOST:PORT, or “direct”; otherwise HTTPS_PROXY
  PARCEL_DESK_PROXY_USERNAME, PARCEL_DESK_PROXY_PASSWORD  for a proxy that asks for them
  PARCEL_DESK_CA_FILE        certificate authorities of your company, PEM
  PARCEL_DESK_DATA_DIR       folder for settings, jobs, ledger and inbox
  PARCEL_DESK_PROGRESS       “lines” for progress that a screen reader or a log can take

Exit codes:
  0  all done                                  5  some documents not saved; verify or compare found a difference
  1  unexpected error; the log has details     6  nothing matched
  2  bad usage; nothing was sent               7  this machine: disk full, folder not writable, path too long
  3  sign-in refused, or no credentials        8  another run works with this data folder
  4  service unreachable or failing          130  interrupted; “resume” goes on

“parcel-desk COMMAND --help” tells more about a command; the whole manual is docs/command-line.md.
`

/** Below the options of each command. */
export const COMMAND_HELP = {
  'sign-in': `
Examples:
  parcel-desk sign-in --base-url https://exchange.example.com --username ops@aurora.example
  parcel-desk sign-in --profile uat --environment test --base-url https://uat.example.com --username ops --password-stdin < secret.txt
  parcel-desk sign-in --profile uat        # only a new password
`,
  'sign-out': `
Example:
  parcel-desk sign-out --profile uat
`,
  profiles: `
Example:
  parcel-desk profiles --json
`,
  counterparties: `
Examples:
  parcel-desk counterparties
  parcel-desk counterparties --name aurora --json
`,
  search: `
Examples:
  parcel-desk search --customer "Aurora Grain AG" --state signed
  parcel-desk search --refs-file shipments.csv --json > sets.json
  grep SHP- mail.txt | parcel-desk search --refs-file -
`,
  find: `
Looks in the text of documents that were saved and whose files are still there; calls no service. All words must be on one page,
in any order; quotes keep words together, * stands for the rest of a word, and a number is found however it is separated.
A container number is found in every spelling; a wrong check digit is noted. “parcel-desk index --run” reads what was saved since.

Examples:
  parcel-desk find MSKU 123456-5
  parcel-desk find '"clean on board"' santos
  parcel-desk find "demurr*" --customer "Aurora Grain AG" --limit 50 --json
`,
  index: `
The index can always be made again from the saved files. Each document is read once, in a process of its own; what takes too
long, asks for a password or is damaged is named. Ctrl+C stops it, and the next --run goes on.

Examples:
  parcel-desk index --status
  parcel-desk index --run
`,
  save: `
The folder is made when it is not there. Every save is a job: when it is stopped, “parcel-desk resume” goes on.
Without a connection of its own the command uses the saved one; “parcel-desk --help” shows the three ways to connect.

Tokens of --name are fields in braces, such as {customer}, {shipmentRef}, {parcelRef}, {docType}, {name} and {title};
a slash makes a folder. {title} is the document's name, with its type before it where that says more.
Default: {customer}/{shipmentRef}/{parcelRef} {title}

Conflicts: keep-both saves other bytes beside the old file, skip leaves what is there, replace puts the new in its place.

Examples:
  parcel-desk save --shipment-ref SHP-0001 --to shipments --dry-run     # look first: saves nothing
  parcel-desk save --shipment-ref SHP-0001 --to shipments
  parcel-desk save --customer "Aurora Grain AG" --only-new --to /srv/shipments --max-minutes 240
  parcel-desk save --refs-file shipments.csv --doc-type BILL_OF_LADING --name "{shipmentRef}/{name}" --to shipments
`,
  get: `
Example (ids as “search --json” prints them):
  parcel-desk get --set 5c0f2a34-9f0e-4c55-8a51-0d2f6f1f7b10 --document 0b9a2f0e-53f4-4b1e-a1d7-3f2f5f0a1c11 --output bl.pdf
`,
  jobs: `
Example:
  parcel-desk jobs --json
`,
  resume: `
The job goes on with the connection that it was made with. For a saved account nothing more is needed; for any other only
the password: in PARCEL_DESK_PASSWORD, with --password-stdin, or typed at the terminal.
What was refused because it is damaged is saved as it is with --save-anyway, and marked in manifest, result and verify.

Examples:
  parcel-desk resume
  parcel-desk resume 20260204T0819-0a1b2c3d --concurrency 8 --max-minutes 60
  parcel-desk resume --save-anyway 0b9a2f0e-53f4-4b1e-a1d7-3f2f5f0a1c11
`,
  undo: `
Removes exactly the files that the job wrote and that are unchanged since, byte for byte, then the folders it made that are
empty. Files that it found there, or that took the place of others, stay; the result names them. Manifest and ledger follow.

Examples:
  parcel-desk undo 20260204T0819-0a1b2c3d --dry-run     # look first: removes nothing
  parcel-desk undo 20260204T0819-0a1b2c3d
`,
  verify: `
Exit code 5 when something is missing, changed or extra; with --signatures also when a PDF is no longer as it was signed.
Nobody is asked about signatures: who vouches for a signer is looked up among the authorities that this computer trusts.

Examples:
  parcel-desk verify /srv/shipments
  parcel-desk verify /srv/shipments --signatures
`,
  compare: `
Page by page: words that became others, were added or removed, pages inserted or removed, and whether the pictures differ.
Exit code 0 when nothing differs, 5 when something does.

Examples:
  parcel-desk compare "Bill of Lading.pdf" "Bill of Lading (2).pdf"
  parcel-desk compare original.pdf copy.pdf --json
`,
  pack: `
A cover and an index (CSV, XLSX, JSON) with the SHA-256 of every document go with it. Only files that were saved and have not
changed since go in; with --to what is not saved yet is saved first. The same choice gives the same bytes. “merged” makes one
PDF with an outline: what carries a signature is attached to it unchanged, what is encrypted lies beside it. Nothing is sent.

Examples:
  parcel-desk pack --shipment-ref SHP-0001 --form zip --output SHP-0001.zip --to shipments
  parcel-desk pack --folder shipments --form merged --template Bank --output for-the-bank
  parcel-desk pack --folder shipments --form index --output index --dry-run
`,
  watch: `
Every message is stored in the inbox and flushed to the disk before it is acknowledged; then it is printed. What is taken
here reaches no other program. The queue must be there: nothing is declared, bound or purged.

The password comes from PARCEL_DESK_AMQP_PASSWORD, else from the keychain, where the desktop keeps it. Without a connection
to the service the messages go to the inbox of production, or of --environment; sets then stay unresolved.

Examples:
  parcel-desk watch --amqp-url amqps://ops@mq.example.com/parcels --queue parcel-status --json
  parcel-desk watch --amqp-url "amqps://ops@mq.example.com/{customerId}" --queue "Parcels_{customerId}" --customer "Aurora Grain AG"
  parcel-desk watch --amqp-url amqps://parcel-desk@mq.firm.example --stream parcel.5c0f2a34-9f0e-4c55-8a51-0d2f6f1f7b10 --from first
  parcel-desk watch --amqp-url amqps://ops@mq.example.com --queue parcel-status --for 3600 \\
    --save-to /srv/shipments --on-state TITLE_HELD --profile ops
`,
  collect: `
One collector takes the messages for a whole firm. Each is stored in its inbox and flushed to the disk, then published to the
firm’s exchange, and acknowledged once that broker has confirmed it. While that fails nothing new is taken. What no stream is
bound for is set aside, and published by --republish set-aside once one is. Runs until it is stopped; with --standby on two
computers, one works and the other takes over. With --check-every it also finds by search what no message announced, and tells
the desks. With --check it takes nothing and prints what is missing.

The passwords come from PARCEL_DESK_AMQP_PASSWORD and PARCEL_DESK_PUBLISH_PASSWORD, else from the keychain.

Examples:
  parcel-desk collect --amqp-url "amqps://ops@mq.example.com/{customerId}" --queue "Parcels_{customerId}" \\
    --customer 5c0f2a34-9f0e-4c55-8a51-0d2f6f1f7b10 --publish-url amqps://parcel-collector@mq.firm.example --standby --health 9180
  parcel-desk collect … --republish 2026-11-20 --republish-until 2026-11-22
  parcel-desk collect … --republish set-aside
`,
  schedule: `
A schedule is a selection, a folder and times. It runs while the desk is open or in its tray, or without it: “run” stays and runs all
at their times, “run --due” runs once what is due, for cron, systemd or the Task Scheduler of Windows to start every five minutes, and
“run NAME” runs one now. Whoever comes first runs it; a time that was missed is made up for once. The password comes from the
keychain, so sign in first.

Examples:
  parcel-desk schedule add "Morning" --at "every weekday at 07:30" --customer "Aurora Grain AG" --only-new --to shipments
  parcel-desk schedule add "Month end" --at "on the last day of every month at 18:00" --worklist "Open credits" --to credits
  parcel-desk schedule add "Nights" --at "0 22-23,0-4 * * *" --time-zone America/New_York --to shipments
  parcel-desk schedule list
  parcel-desk schedule run Morning
  parcel-desk schedule run --due
`,
  feed: `
Prints the definitions that the administrator of the firm’s RabbitMQ imports (“rabbitmqctl import_definitions FILE”): the
exchange, a stream for each customer, users without a password yet, and their rights. For another customer later, name all of
them with --keep-users: an import replaces rights, and without it passwords too.

Examples:
  parcel-desk feed topology --customer 5c0f2a34-9f0e-4c55-8a51-0d2f6f1f7b10 --virtual-host parcels > definitions.json
`,
  inbox: `
Examples:
  parcel-desk inbox --unread
  parcel-desk inbox --customer "Aurora Grain AG" --state signed --since 2026-11-20 --json
`,
  policy: `
Every value that an organisation can set, where it comes from, and whether users can change it. How it is set:
docs/organisation-policy.md.

Example:
  parcel-desk policy --json
`,
  support: `
The zip holds versions, the policy, settings, the state of the databases, which proxy leads to each service and which
certificates services and brokers show, the last records of crashes and the end of the logs. Secrets are removed from all of
it; it holds no document. Nothing is sent: pass the file on to whoever supports you. What cannot be collected says why.

Example:
  parcel-desk support --output support.zip
`,
  notices: `
What Parcel Desk contains of others, each with the text of its licence. “parcel-desk --notices” does the same.

Example:
  parcel-desk notices > notices.txt
`,
  completion: `
Examples:
  parcel-desk completion bash > ~/.local/share/bash-completion/completions/parcel-desk
  parcel-desk completion zsh > ~/.zfunc/_parcel-desk
  parcel-desk completion fish > ~/.config/fish/completions/parcel-desk.fish
  parcel-desk completion powershell >> $PROFILE
`,
} as const
