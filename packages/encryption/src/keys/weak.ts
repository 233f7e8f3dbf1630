// Moduli that are known to be weak, found by arithmetic on small primes at the price of a few divisions.

const largest = 353
const rocaGenerator = 65537n

// Every prime up to 353: the fewest that the flawed generator used for keys of 1024 bits and more.
const primes: readonly bigint[] = Array.from({ length: largest - 1 }, (_, index) => index + 2)
  .filter(isPrime)
  .map(BigInt)

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false
  return true
}

/**
 * Tells whether a modulus has a small factor, or the fingerprint of CVE-2017-15361 (ROCA): smart cards and security
 * modules of one maker took primes that are powers of 65537 modulo a product of small primes, and such keys can be
 * factored. An honest modulus has the fingerprint once in 2^83.
 */
export function isWeakModulus(modulus: bigint): boolean {
  const rests = primes.map((prime) => [prime, modulus % prime] as const)
  return rests.some(([, rest]) => rest === 0n) || rests.every(([prime, rest]) => isPower(rest, prime))
}

function isPower(rest: bigint, prime: bigint): boolean {
  let power = 1n
  do {
    if (power === rest) return true
    power = (power * rocaGenerator) % prime
  } while (power !== 1n)
  return false
}
