// What the theme leaves out: the search has a name, and what scrolls can be reached by keys.
document$.subscribe(() => {
  document.querySelector(".md-search").setAttribute("aria-label", "Search");
  for (const part of document.querySelectorAll(".md-typeset__scrollwrap, .live code")) part.tabIndex = 0;
});
