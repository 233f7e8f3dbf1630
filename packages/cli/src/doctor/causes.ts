/** What can be wrong with a set-up, and the next step for each. */
export const causes = {
  'address-invalid':
    'Correct the address. Plain http is for this machine only, unless CUSTODY_INSECURE_HOSTS names the host.',
  'api-key-wrong': 'Check CUSTODY_API_KEY: the service does not accept this Api-Key.',
  'app-id-unknown': 'Check CUSTODY_APP_ID: the service may not know this app_id.',
  'caller-not-allowed': 'Ask the service to allow the IP address of this machine.',
  'clock-ahead':
    'Set the clock of this machine, for example with NTP. If a sandbox has an earlier time on purpose, change nothing: the client uses its time.',
  'clock-behind':
    'Set the clock of this machine, for example with NTP. If the clock of a sandbox was moved, change nothing: the client uses its time.',
  'connection-refused': 'Nothing listens there: check host and port, and that the service runs.',
  'host-unknown': 'Check the spelling of the host, and the DNS of this machine.',
  'key-file-missing': 'Check the path after file:; relative paths begin at the file of the variables.',
  'key-id-unknown':
    'If the key is new, give it to the side that does not know it. Otherwise, set the variable of the key with the suffix _ID to the id that both parties use; without it, the id is the thumbprint of the key.',
  'key-is-private': 'Give the public key of the other party here. You should not have its private key.',
  'key-is-public': 'Give your own private key here. You gave a public one.',
  'key-unreadable': 'Give an RSA key of at least 2048 bits as PEM, JWK or base64 of DER.',
  'keys-equal': 'Give different key pairs for encryption and signature: modern needs two.',
  'keys-swapped': 'Exchange the variables of the encryption key and the signature key.',
  'no-answer': 'Check firewalls and proxies between this machine and the service.',
  'other-server': 'Check host and port: something else than the service responds there.',
  'own-key-unknown': 'Give the service your present public keys: it may have others.',
  'parties-swapped': 'Exchange CUSTODY_OWN_PARTY and CUSTODY_PEER_PARTY.',
  'party-wrong': 'Check CUSTODY_OWN_PARTY and CUSTODY_PEER_PARTY: the service may use other ids.',
  'peer-is-own': 'Give the public key of the service: this is the public half of your own key.',
  'peer-key-wrong': 'Give the present public keys of the service: these may be others.',
  'port-control': 'Give the port for encrypted calls: this is the control port of a sandbox.',
  'port-plain': 'Give the port for encrypted calls: this port serves plain JSON.',
  'profile-wrong': 'Check CUSTODY_PROFILE: the service may use the other one for this app_id.',
  'proxy-page': 'A web page came back: a proxy, a firewall or a log-in page stands before the service.',
  redirected: 'Give the final address: calls do not follow redirects.',
  'service-failed': 'Ask the service what this failure means, with the time of this check.',
  'setting-wrong': 'Correct the setting that the message names.',
  tls: 'Check the host and its certificate; NODE_EXTRA_CA_CERTS adds an authority.',
  'variable-misspelt': 'Correct the name: an unknown variable has no effect.',
  'variable-missing': 'Set the variables; custody doctor --variables lists them with their meaning.',
} as const
causes satisfies Readonly<Record<string, string>>

/** Name of a cause. */
export type Cause = keyof typeof causes
