/**
 * Runs in a page: texts that stand out from what is behind them by less than AA asks, with their colors. Signs that are
 * no words count as pictures, for which 3 is enough.
 */
export const faintTexts = `(() => {
  const numbers = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number)
  const channel = (value) => (value <= 10.314_75 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const [red, green, blue, alpha = 1] = numbers(getComputedStyle(at).backgroundColor)
      if (alpha === 1) return [red, green, blue]
    }
    return [255, 255, 255]
  }
  const found = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent.trim()
    if (text === '' || !element.checkVisibility() || element.closest('svg, noscript, script, style')) continue
    const { color, fontSize, fontWeight } = getComputedStyle(element)
    const [low, high] = [luminance(numbers(color)), luminance(behind(element))].sort((a, b) => a - b)
    const big = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 700)
    const least = big || !/\\w/.test(text) ? 3 : 4.5
    if ((high + 0.05) / (low + 0.05) < least) found.add(text.slice(0, 30) + ': ' + color + ' on ' + behind(element))
  }
  return [...found]
})()`
