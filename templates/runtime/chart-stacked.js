// chart-stacked.js: the parts of a whole on top of each other, which only a spec asks for.
// needs: chart-plots.js

/** [from, to] of each value, on top of those before it at its place; what is below zero goes down. */
planned.stacked = (series) => {
  const tops = [[], []];
  return series.map(({ values }) =>
    values.map((value, i) => {
      const side = tops[Number(value < 0)];
      const from = side[i] ?? 0;
      return [from, value === null ? null : (side[i] = from + value)];
    }),
  );
};
