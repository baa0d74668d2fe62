// look.js: what can be seen of a view from its own frame.
(() => {
  const { documentElement: page, body } = document;
  const seen = (node) => node.checkVisibility?.({ visibilityProperty: true }) && node.getBoundingClientRect().width > 0;
  const inside = (node) => {
    for (let box = node.parentElement; box && box !== body; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== "visible") return true;
    return false;
  };
  const wide = [...body.querySelectorAll("*")].filter((node) => seen(node) && !inside(node)).map((node) => node.getBoundingClientRect().right - innerWidth);
  return {
    state: page.dataset.state ?? "",
    text: body.innerText.slice(0, 200000),
    height: Math.ceil(page.getBoundingClientRect().height),
    inner: innerHeight,
    over: Math.max(0, Math.round(Math.max(page.scrollWidth - innerWidth, ...wide))),
    scrolls: getComputedStyle(page).overflowY !== "hidden" && getComputedStyle(body).overflowY !== "hidden",
    background: getComputedStyle(body).backgroundColor,
  };
})();
