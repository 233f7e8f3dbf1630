import type { Rule } from '../model.ts'
export const rules: Record<string, Rule> = {}
