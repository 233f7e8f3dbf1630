export const help = `Mocks the custody interface with examples and generated records, plain and encrypted.

  custody-mock [options]                    starts the plain mock and the wire mock
  custody-mock credentials DIR              writes keys and a .env for each demo merchant
  custody-mock seal OPERATION [name=value]  prints an encrypted request
  custody-mock open OPERATION [TEXT]        decrypts a response or a request (default: from standard input)

Options of the mocks:

  --host HOST        address to listen on (default 127.0.0.1, reachable only from this machine)
  --port PORT        port of the plain mock (default 4010, or CUSTODY_PORT_BASE plus 10); 0 for any free port
  --wire-port PORT   port of the wire mock (default: the plain port plus 1)
  --drain MS         milliseconds from SIGTERM, when /health/ready turns to 503, until the ports close (default 5000, or
                     CUSTODY_DRAIN)
  --log FORMAT       text for people (default), or json for lines of JSON; or CUSTODY_LOG
  --spec FILE        JSON file with another plain description of the same shape
  --watch            reloads the description when it changes
  --seed TEXT        makes failures and generated responses repeatable
  --delay MS         delay of every response, in milliseconds
  --fail-rate RATE   share of calls that fail, from 0 to 1
  --state DIR        folder of the demo keys (default: your state folder)
  --help             prints this help
  --version          prints the version

Options of the commands:

  --merchant NAME    modern or classic (seal and open; default modern)
  --curl             prints a complete curl command (seal)
  --url URL          address of the wire mock (credentials and seal; default port 4011, or CUSTODY_PORT_BASE plus 11)
  --request FILE     output of seal; needed to open a response that is bound to its request (open)
  --state DIR        as above

Choose a response with the request header Prefer: example=NAME, code=503, dynamic=true, seed=TEXT, delay=250.
GET /_mock of the plain mock lists these and every OPERATION. In a browser, you can also run the calls.`
