/** What can be wrong with a setup, and the next step for each. */
export const causes = {
  'address-invalid':
    'Correct the address. Use https; plain http works only for this machine and for hosts in CUSTODY_INSECURE_HOSTS.',
  'api-key-wrong': 'Check CUSTODY_API_KEY: the service rejects this Api-Key.',
  'app-id-unknown': 'Check CUSTODY_APP_ID: the service may not know it.',
  'caller-not-allowed': 'Ask the service to allow the IP address of this machine.',
  'clock-ahead':
    'Set the clock of this machine, for example with NTP. If the clock of a sandbox was set back, change nothing: the client uses its time.',
  'clock-behind':
    'Set the clock of this machine, for example with NTP. If the clock of a sandbox was set forward, change nothing: the client uses its time.',
  'connection-refused': 'Check host and port, and that the service runs: nothing listens there.',
  'host-unknown': 'Check the spelling of the host, and the DNS of this machine.',
  'key-file-missing': 'Check the path after file:. Relative paths start at the folder of the variables.',
  'key-id-unknown':
    'If the key is new, send it to the side that does not know it. Otherwise, set the _ID variable of the key to the id that both parties use; the default id is the thumbprint of the key.',
  'key-is-private': 'Use the public key of the other party here. You should not have its private key.',
  'key-is-public': 'Use your own private key here instead of the public one.',
  'key-unreadable': 'Use an RSA key of at least 2048 bits as PEM, JWK or base64 DER.',
  'keys-equal': 'Use different key pairs for encryption and signature: modern needs two.',
  'keys-swapped': 'Swap the variables of the encryption key and the signature key.',
  'no-response': 'Check firewalls and proxies between this machine and the service.',
  'other-server': 'Check host and port: another server responds there.',
  'own-key-unknown': 'Send the service your current public keys: it may have others.',
  'parties-swapped': 'Swap CUSTODY_OWN_PARTY and CUSTODY_PEER_PARTY.',
  'party-wrong': 'Check CUSTODY_OWN_PARTY and CUSTODY_PEER_PARTY: the service may use other ids.',
  'peer-is-own': 'Use the public key of the service: this is the public half of your own key.',
  'peer-key-wrong': 'Use the current public keys of the service: these may be others.',
  'port-control': 'Use the port for encrypted calls: this is the control port of a sandbox.',
  'port-plain':
    'Use the port for encrypted calls: this port serves plain JSON. Those of a mock and a sandbox are usually 4011 and 4021.',
  'profile-wrong': 'Check CUSTODY_PROFILE: the service may use another profile for this app_id.',
  'proxy-ignored': 'Set NODE_USE_ENV_PROXY=1 where you start Node, or add the host of the service to NO_PROXY.',
  'proxy-of-old-node':
    "Update Node to 22.21+ or 24.5+ and set NODE_USE_ENV_PROXY=1. Or install undici 6 and begin your program with import { EnvHttpProxyAgent, setGlobalDispatcher } from 'undici'; setGlobalDispatcher(new EnvHttpProxyAgent()).",
  'proxy-page': 'Check for a proxy, a firewall or a login page in front of the service: a web page came back.',
  redirected: 'Use the final address: calls do not follow redirects.',
  'service-failed': 'Ask the service what this failure means, and tell it the time of this check.',
  'setting-wrong': 'Correct the setting that the message names.',
  tls: 'Check the host and its certificate. Set NODE_EXTRA_CA_CERTS to trust another authority.',
  'variable-misspelt': 'Correct the name: an unknown variable has no effect.',
  'variable-missing': 'Set the variables. custody doctor --variables lists them and their meaning.',
} as const

/** Name of a cause. */
export type Cause = keyof typeof causes
