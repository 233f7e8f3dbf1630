// Reads a document with third-party tools: node read.js ACTION FILE [FOLDER]
import { readFileSync } from 'node:fs'

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))

const actions = {
  async fit(file) {
    const { Validator } = await import('@seriousme/openapi-schema-validator')
    return new Validator().validate(read(file))
  },
  async resolve(file) {
    const { default: SwaggerParser } = await import('@apidevtools/swagger-parser')
    return Object.keys((await SwaggerParser.validate(read(file))).paths)
  },
  async generate(input, output) {
    const { createClient } = await import('@hey-api/openapi-ts')
    const plugins = ['@hey-api/typescript', '@hey-api/sdk']
    return (await createClient({ input, output, plugins, logs: { level: 'silent' } })).length
  },
}

const [action, ...files] = process.argv.slice(2)
console.log(JSON.stringify(await actions[action](...files)))
