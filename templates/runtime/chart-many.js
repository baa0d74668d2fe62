// chart-many.js: charts of more points than can be told apart, which only a spec asks for.
// needs: format.js columns.js chart.js

/** The highest and the lowest place of each stretch, which is what a line of too many still shows, and how many there are. */
planned.thinned = (xs, many) => {
  const step = Math.ceil((2 * xs.length) / POINTS);
  const starts = xs.filter((_, i) => i % step === 0);
  const kept = starts.flatMap((_, i) => {
    const part = xs.slice(i * step, (i + 1) * step).sort((a, b) => a.total - b.total);
    return [part[0], part.at(-1)].sort((a, b) => a.at - b.at);
  });
  return [kept, `${numberText(kept.length)} of ${many} drawn`];
};
