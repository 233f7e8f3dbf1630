export const help = `Runs a custody service with state: all calls of the interface, a chain, a clock and a ledger.

  custody-sandbox [options]

  --host HOST        address to listen on (default: 127.0.0.1, which is only reachable from this machine)
  --control-host HOST
                     address of the control port and the console (default: 127.0.0.1); any other requires
                     CUSTODY_CONTROL_TOKEN
  --port PORT        port of the plain view (default CUSTODY_PORT_BASE or 4000, plus 20); the other views use the
                     next ports; 0 for any free ports
  --drain MS         milliseconds from SIGTERM, when /health/ready turns to 503, until the ports close (default: 5000)
  --data FILE        data file (default: custody-sandbox/sandbox.db in the state folder of this user)
  --ephemeral        keeps data in memory until the sandbox stops
  --read-only        rejects every change
  --seed TEXT        makes transaction ids reproducible; a data file keeps its seed
  --credentials DIR  folder for the keys and a .env of each demo merchant (default: a folder for each address)
  --state DIR        folder of the demo keys and of sandbox.db (default: the state folder of this user)
  --scenario A,B     runs scenarios at the start: address-pool-low, bad-day, busy-merchant, first-deposit, kyt-hold, reorg,
                     staking-cycle, or .yaml files
  --exec COMMAND     runs a command with a new sandbox in memory, and exits with its exit code; the command gets the
                     variables of a client, and SANDBOX_PLAIN_URL, SANDBOX_WIRE_URL, SANDBOX_CONTROL_URL and
                     SANDBOX_CONTROL_TOKEN
  --merchant NAME    merchant of the client for --exec: demo-modern (default) or demo-classic
  --origins A,B      origins whose pages may change the sandbox through the plain port, such as https://shop.example
                     (default: local pages only)
  --allowed-hosts A,B
                     additional host names of the plain port, the control port and the console, such as those of a
                     container (default: localhost and addresses of this machine)
  --notify-hosts A,B hosts of other machines that may receive notifications (default: this machine only)
  --log FORMAT       text for people (default), or json: a line of JSON for every event and call, without the token
  --verbose          prints a line for every call
  --help             prints this help
  --version          prints the version

  DATABASE_URL           PostgreSQL database for several processes, such as postgres://user:password@host:5432/name;
                         --data and --ephemeral override it
  CUSTODY_CONTROL_TOKEN  token of the control port (default: a new one at each start, printed with the address);
                         processes behind one address need the same token
  CUSTODY_DOCS_URL       address of the docs, to which the console links, such as http://127.0.0.1:4000
  CUSTODY_HOST, CUSTODY_CONTROL_HOST, CUSTODY_ALLOWED_HOSTS, CUSTODY_NOTIFY_HOSTS, CUSTODY_DRAIN, CUSTODY_LOG
                         the options with these names, for containers; an option overrides its variable
  XDG_STATE_HOME         folder with the state folder of this user, such as a volume of a container`
