export const help = `Runs the custody service with state: every call of the interface, a chain, a clock and a ledger.

  custody-sandbox [options]

  --host HOST        address to listen on (default 127.0.0.1, reachable only from this machine)
  --port PORT        port of the plain view (default CUSTODY_PORT_BASE or 4000, plus 20); each further view takes the
                     next one; 0 for any free ports
  --data FILE        file that keeps the rows (default: custody-sandbox/sandbox.db in the state folder of this user)
  --ephemeral        keeps the rows in memory: they are lost at the end
  --read-only        rejects every change of the rows
  --seed TEXT        makes transaction ids repeatable; only for a new data file
  --credentials DIR  folder that gets keys and a .env for each demo merchant (default: a folder for each address)
  --state DIR        folder of the demo keys and of sandbox.db (default: the state folder of this user)
  --scenario A,B     runs scenarios at the start: address-pool-low, bad-day, busy-merchant, first-deposit, kyt-hold, reorg,
                     staking-cycle, or .yaml files
  --exec COMMAND     runs a command beside a new sandbox in memory, and ends with its exit code; its environment has the
                     variables of a client, and SANDBOX_PLAIN_URL, SANDBOX_WIRE_URL, SANDBOX_CONTROL_URL and
                     SANDBOX_CONTROL_TOKEN
  --merchant NAME    whose client --exec sets up: demo-modern (default) or demo-classic
  --origins A,B      origins whose pages may change the sandbox through the plain port, such as https://shop.example
                     (default: only pages of this machine)
  --allowed-hosts A,B
                     further names by which the plain port is called, such as those of its container (default: localhost
                     and addresses of this machine)
  --notify-hosts A,B hosts of other machines that may get notifications (default: this machine only)
  --verbose          prints a line for every call
  --help             this text
  --version          prints the version

  DATABASE_URL           PostgreSQL that keeps the rows, such as postgres://user:password@host:5432/name, for several
                         processes; --data and --ephemeral come first
  CUSTODY_CONTROL_TOKEN  token of the control port (default: another one at each start, printed with the address);
                         processes behind one address need the same one`
