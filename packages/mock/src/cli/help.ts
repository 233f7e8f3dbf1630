export const help = `Mocks the custody interface with examples and made-up records, plain and sealed.

  custody-mock [options]                    starts the plain mock and the wire mock
  custody-mock credentials DIR              writes keys and a .env for each demo merchant
  custody-mock seal OPERATION [name=value]  prints the wire text of a request
  custody-mock open OPERATION [TEXT]        prints the content of the wire text of a response or a request (default: stdin)

Options of the mocks:

  --host HOST        address to listen on (default 127.0.0.1, reachable only from this machine)
  --port PORT        port of the plain mock (default CUSTODY_PORT_BASE or 4000, plus 10); 0 for any free port
  --wire-port PORT   port of the wire mock (default one above the plain mock's)
  --spec FILE        another plain description of the same shape, as JSON
  --watch            reads the description again when it changes
  --seed TEXT        makes failures repeatable, and is the seed of made-up responses
  --delay MS         delay of every response, in milliseconds
  --fail-rate RATE   share of the calls that fail, from 0 to 1
  --state DIR        folder of the demo keys (default: the state folder of this user)
  --help             this text
  --version          prints the version

Options of the commands:

  --merchant NAME    modern or classic (seal and open; default modern)
  --curl             prints a complete curl command (seal)
  --url URL          address of the wire mock (credentials and seal; default CUSTODY_PORT_BASE or 4000, plus 11)
  --request FILE     output of seal, to open a response that is bound to its request (open)
  --state DIR        as above

The header Prefer of a request chooses its response: example=NAME, code=503, dynamic=true, seed=TEXT, delay=250.
GET /_mock of the plain mock lists all of them, and every OPERATION. In a browser, it runs them too.`
