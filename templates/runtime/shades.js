// shades.js: how strongly a cell is tinted by its number.

import { extentOf } from "./figures.js";
import { isNumber } from "./values.js";

/**
 * {low, high, shareOf}: the ends of the scale, and number → share of the full tint, from −1 (all of what lies below the
 * middle) to 1; null for what is no number, or where all are the same.
 */
export function shadeScale({ domain, domainMid } = {}, values) {
  const [low, high] = domain ?? extentOf(values.filter(isNumber));
  const middle = domainMid ?? (low < 0 ? Math.min(0, high) : low);
  const within = (share) => Math.max(0, Math.min(1, share));
  const shareOf = (value) => {
    if (!isNumber(value) || !(low < high)) return null;
    const below = value < middle && middle > low;
    return below ? -within((middle - value) / (middle - low)) : within((value - middle) / (high - middle));
  };
  return { low, high, middle, shareOf };
}
