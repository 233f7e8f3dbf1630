import { defineConfig } from 'vite'

export default defineConfig({ build: { outDir: 'wrong', rolldownOptions: { input: 'wrong.js' } } })
