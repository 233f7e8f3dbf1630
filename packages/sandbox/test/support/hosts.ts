import { request } from 'node:http'

/** HTTP status of a GET with headers that `fetch` does not let a test choose, such as Host. */
export const getStatusWith = (url: string, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
