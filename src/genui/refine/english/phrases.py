"""Phrases by what they can stand for. Words stand in the singular where a plural means the same.

"a | b c" are two phrases.
"""

from collections.abc import Mapping

PHRASES: Mapping[str, str] = {
    # What may be said without a meaning of its own.
    "fill": (
        "actual | little | lil | those | thingy | bits | out of the box | the | a | an | please | pls | plz | kindly | just | also | too | as well | really | simply | maybe | "
        "perhaps | i | me | my | we | us | our | you | your | user | let people | everyone | reader | can | could | "
        "would | should | shall | will | may | might | must | be | is | are | am | was | were | do | does | has | "
        "to be | able | like to | love | prefer | wish | rather | possible | great | nice | nicer | good | "
        "better | best if | helpful | if | when | there | here | in there | in here | now | then | so | let | lets | hi | hello | "
        "hey | thanks | thank you | thanks a lot | cheers | ok | okay | well | actually | always | again | "
        "very | quite | more useful | handy | clearer | easy | easier | anywhere | everywhere | at all | make sure | ensure | that | this | these | those | "
        "which | who | of course | first of all | everybody | someone | how about | what about | what if | "
        "why not | i guess | i think | seems | own | normal | proper | plain | simple | real | some | any | "
        "kind of | sort of | bit | way | own | by any "
        "chance | would be | ! | ? | ... | ( | ) | - | let s | s | d | ll | ve | it ll | instead | "
        "both | each | every | all | respectively | currently | at once | while | a lot | lot | help | "
        "too many | way too many | anything | whatever | page load | nothing else | "
        "overview | quick | quickly | at a glance | glance | thing | stuff | want | need | like | at first | everything | "
        "them | they | what | got | get | visible | along | together | new | itself | whole | "
        "user friendly | shd | fmt | neither is | nor is | neither are | so is | so are | same for | same goes for | likewise | ditto | when i open this | when it opens | when the page opens | anymore | any more | handier | makes | made | nearly | for me | for us"
    ),
    "lead": (
        "show | display | see | render | present | make | use | set | put | give | have | change | turn | "
        "turned | add | keep | view | visualise | visualize | look | want to see | replace | swap | swap out | compare | transform | switch | list | write | open | "
        "read | appear | come | go | goes | sit | stand | bring | shown | displayed | get | take | convert | "
        "include | pick | choose | let | draw | plot | graph | chart | create | provide | need | "
        "want | like | print | work | say | says | express | "
        "format | formatted | report | represent | move | leave | place | "
        "have it | enable | allow | offer"
    ),
    "prep:by": "of each | in each | of every | one for each | one per | by | per | for each | for every | over | against | versus | vs | across | according to | along | going by | based on",
    "prep:of": "of | for | from | showing | about | on",
    "prep:as": "-> | as | like | in | into | with | using | via | to | at | = | : | saying | reading | within | through",
    "prep:and": "and | & | + | , | ; | plus | or | as well as | and also | followed by | then",
    "but": "but | except | except for | besides | other than | apart from | aside from | excluding | beyond",
    "not": "not | no | never | without | nor | neither | minus | instead of | rather than | in place of",
    "pron": "the checkbox | that checkbox | the dropdown | that dropdown | the slider | that box | it | this | that | them | they | its | their | that one | this one | that column | this column | that field | these columns | those",
    # Acts.
    "hide": (
        "hide away | clear away | kick out | throw out | toss | rm | hide | remove | drop | delete | lose | ditch | omit | exclude | skip | kill | strip | cut | get rid of | leave "
        "out | take out | take away | throw out | do not show | do not display | do not include | do not need | do not "
        "want | do not want to see | do not care about | not interested in | no need for | never show | "
        "would rather not see | rather not see | not want | turn off | switch off | disable | hiding | without | no | suppress | do not need to see | do not want anyone to see | do not want people to "
        "see | do not want user to see | nobody should see | no one should see | nobody need | eliminate | clear | "
        "erase"
    ),
    "hide:field": "do not ask for | do not ask | stop asking for",
    "hidden": "off the form | out of the form | off the page | away | can go | may go | could go | should go | can go away | go away | should go away | not needed | no longer needed | not necessary | not important | not relevant | irrelevant | unnecessary | useless | pointless | does not matter | do not matter | hidden | removed | away | redundant | gone | not interesting | not wanted | not used | can be hidden | can be removed | can be dropped | superfluous | clutter | just clutter | is clutter | just noise | not useful | out | not be shown | not be visible | not visible | be left out | left out | not be there | not be in | taken out",
    "show": "show | add | include | bring back | unhide | restore | reveal | display | see | want | need | put back | also show | shown | back | on | turn on | switch on | enable | visible | with",
    "link": "link | linked | hyperlink | clickable | clickable link | click | clicking | clicking on | opens | open | lead | leads",
    "capitals": "in capitals | in caps | in capital letters | all caps | uppercase | upper case | in uppercase | capitalised | capitalized | in upper case",
    "own_column": "in a separate column | in separate columns | in their own columns | as column | as a column | as columns | as an extra column | as their own column | as its own column | as their own columns | as proper columns | as separate columns | as own columns | as a separate column | in its own column | in their own column | in a column of its own | as additional column | as an additional column | back as a column",
    "only": (
        "column : | fields : | col : | "
        "only | just | only show | show only | nothing but | only need | only want | only care about | only care for | "
        "solely | exclusively | keep only | hide everything except | hide everything but | hide all but | "
        "hide all except | hide the rest | hide the others | drop the rest | remove the rest | drop everything except | remove everything except | hide all other | "
        "remove everything but | get rid of everything but | get rid of everything except | get rid of everything besides | "
        "drop everything but | nothing except | everything else can go | remove all but | remove all except | "
        "hide everything else | drop everything else | remove everything else | narrow down to | reduce to | "
        "limit to | cut down to | trim to | restrict to | alone | is enough | is fine | is all i need | is all we need | will do | is sufficient | is plenty | without anything else | nothing else | "
        "hide other | and nothing else | and hide the rest | and hide the others | and hide everything else | hide everything apart from | remove everything apart from | hide everything other than"
    ),
    "rename": "-> | rename | relabel | call | label | name | retitle | change the name of | change the label of | should be called | known as | renamed | labelled | labeled | headed | header | heading | read as | should read | should say | label of | name of | say | read | called | named",
    "change": "change | turn",
    "sorted": "sorted | sorted by | ordered by | ranked by | in order of | sorted on",
    "move": "move | put | place | bring | shift | reorder | should come | want | should be | goes | come | position | push | pull | stick | make | have | show",
    "head": "as the heading of each row | as heading of each row | as the heading | as heading | as the headline | as headline | as the main text | as main text | as the title of each row | as the row title | as title | as the title | as the name of each row | as the main line | as the first line | is the headline | is the heading | is the main text | should be the headline | should be the heading | should be the main text | be the headline | be the heading | be the main text | in the first line | on the first line",
    "replace": "replace | swap out | exchange | substitute",
    "swap": "swap | exchange | switch | swap around | trade",
    "order": "form order | field order | order of the form | order | reorder | column order | rearrange | arrange | sequence | order of columns | order the columns | in this order | columns in this order",
    "sort": (
        "sort | sorted | sorting | order | ordered | ordering | order by | sort by | sort on | rank | ranked | "
        "arrange | arranged | in order of | sequence"
    ),
    "unsort": "do not sort | no sorting | unsorted | remove the sorting | remove sorting | without sorting | original order | natural order | unsort | no sort | no particular order | clear the sorting | stop sorting",
    "reverse": "reverse | reverse the order | reversed | flip the order | other way round | opposite order | flip",
    "group": "group | grouped | group by | grouping | split into groups | cluster | bucket | organise | organize | put into groups | in groups | section by | sectioned | under their | broken down | split up",
    "ungroup": "no grouping | ungroup | do not group | remove the grouping | without groups | without grouping | remove grouping | not grouped | no groups | stop grouping | drop the grouping",
    "limit": "first | top | limit | limit to | at most | max | maximum | only | just | no more than | up to | cap | cap at | cut down to | cut it down to | cut to | maximum of | not more than | cut | capped | restrict | best | worst | bottom | last | reduce | trim",
    "all_rows": "all rows | every row | no limit | all of them | show all | all entries | all results | unlimited | without limit | all items | remove the limit | not limited | all the rows | full list | all records",
    "per_page": "per page | a page | on a page | on each page | each page | at a time | page size | on every page | at once | to a page | rows a page | paginate | paging | pagination",
    "search": "search | search box | search field | search bar | searchable | search for | filter box | search in | quick filter | quick search | full text search | filter field | search input",
    "sortable": "sortable | click to sort | clickable headers | sort by clicking | sorting by clicking | sort when clicked | click on the columns to sort",
    "round": "round | rounded | rounding | round off | whole numbers | round up | round to",
    "side:last": "right | right side",
    "side:first": "left | left side",
    "fold": "until i click | tuck | put away | fold | collapse | collapsed | folded | fold away | collapsible | minimise | minimize | tuck away | close | closed | roll up | hide behind a click | fold up | shut",
    "unfold": "unfold | expand | expanded | do not collapse | do not fold | keep open | open | opened | uncollapse | not collapsed | unfolded | open up | expand by default",
    "optional": "optional | not required | advanced | non required | non mandatory | extra | rest of | other",
    "default": (
        "already on | set | default | default to | defaults to | defaulting to | by default | default value | prefill | "
        "prefilled | pre fill | pre filled | pre populate | prepopulate | preset | preselect | preselected | pre select | pre selected | "
        "start at | start with | start on | starts at | starts with | starts on | start as | starting value | initial value | "
        "initially | set to | from the start | start value | off unless | on unless | to begin with | begins with | begin with | initial | "
        "as the default | as default | already | ticked | unticked | checked | unchecked | tick | untick | "
        "starting at | unless i change it | filled in | fill in | preset to | selected | selected by default | starting point | always be | starts out as | populated with"
    ),
    "no_default": "no default | remove the default | without a default | without default | start empty | begin empty | clear the default | empty by default | drop the default | leave empty | blank by default | no preset",
    "options": "option | choice | offer | choose from | pick from | choose between | allowed value | possible value | dropdown with | one of | selectable value | pick one of",
    "hint": "hint | help text | help | helper text | explanation | tooltip | explain | hint text | instruction | helptext",
    "placeholder": "placeholder | placeholder text | grey text | gray text | ghost text | example text | sample text",
    "count": "count | number of | how many | amount of | counts | tally | with counts | total number of | count of",
    "share": "share of | share of total | share of the total | percent of total | percentage of total | percent of the total | percentage of the total | proportion of | as a share | share | proportion | fraction of the total | contribution",
    "running": "running total | running sum | cumulative | cumulative total | cumulative sum | accumulated | running total of | cumulated | accumulate",
    "delta": "change from | difference from | difference to the previous | change to the previous | delta | day over day | change from the previous | difference to the row before | change from row to row | month over month | change since the previous | difference from the previous | compared to the previous",
    "rank": "rank column | ranking | rank number | with rank | add a rank | ranking column | show the rank | place number | rank by",
    "row_number": "number the rows | row number | row numbers | line number | line numbers | number each row | number every row | numbered rows | count the rows from 1",
    "calculate": "calculate | compute | multiply | divide | subtract | times | multiplied by | divided by | minus | plus | difference between | sum of both | product of | ratio of",
    "merge": "combine | merge | join | joined | concatenate | combined | merged | in one column | into one column | in a single column | into a single column | as one column | in the same column | together in one column",
    "flatten": "flatten | one row per | one row for each | a row per | a row for each | unnest | explode | a line per",
    "stacked": "stacked | stack | stacking | on top of each other | stacked up",
    "unstacked": "unstacked | not stacked | grouped bars | beside each other | do not stack | next to each other",
    "horizontal": "horizontal | sideways | horizontally | lying | left to right | flipped",
    "vertical": "vertical | upright | vertically | standing",
    "second": "second | another | additional | separate | extra | new chart",
    "overtime": "over time | through time | by time | over the time | across time",
    "series": "split | split by | broken down by | coloured by | colored by | one line per | a line per | one line for each | a line for each | one series per | separate line for each | separate lines for | different line for each | broken down | by series | series",
    "axis:x": "x axis | x | horizontal axis | bottom axis | on the bottom | x-axis",
    "axis:y": "y axis | y | vertical axis | left axis | y-axis",
    # Charts and presentations.
    "chart:line": "line | line chart | line graph | line plot | time series | timeseries | curve | lines",
    "chart:bar": "as column | bar | bar chart | bar graph | barchart | column chart | column graph | bars | column diagram | bar plot | bar diagram",
    "chart:area": "area | area chart | area graph | area plot",
    "chart:scatter": "scatter | scatter plot | scatterplot | scatter chart | scatter graph | dot plot | bubble chart | points",
    "chart:histogram": "histogram | distribution | histo",
    "chart:donut": "pie | donut | doughnut | pie chart | donut chart | doughnut chart | ring chart | pie graph",
    "chart:heatmap": "heatmap | heat map | pivot | pivot table | cross table | crosstab | matrix",
    "chart:sparkline": "sparkline | spark line",
    "chart:": "chart | graph | plot | diagram | visualisation | visualization | charted | plotted | graphed | curves",
    "align": "right align | left align | align | aligned | justify | justified | alignment | right aligned | left aligned",
    "pres:table": "table | grid | spreadsheet | tabular | table view | tabular form | data table | table form",
    "pres:cards": "card | one card per | one card for each | a card per | a card for each | tile | gallery | card view | card layout | card grid",
    "pres:list": "list | bullet list | bullet | bulleted list | simple list | list view | bullet point | plain list | compact list",
    "pres:timeline": "timeline | time line | feed | chronology | timeline view | activity feed",
    "pres:tree": "tree | tree view | json tree | outline",
    "pres:text": "plain text | raw text",
    "pres:markdown": "markdown",
    "pres:code-block": "code block | code",
    "pres:auto": "automatic | auto",
    "pres:stat-cards": "stat | stat card | kpi | kpi card | metric card | big number | stat tile | figures | key figure | headline number | big figure | number card | kpi tile | headline figure | stat block | figure card | large number | metric tile | counter",
    "pres:key-value": "key value | key value list | key value pair | detail list | definition list | property list | label and value | properties | details",
    "pres:message-list": "message list | chat | transcript | conversation | chat log",
    # Nouns for what a name is.
    "noun:column": "column | col | attribute | property | flag",
    "noun:field": "question | ask for | field | input | input field | box | parameter | argument | arg | control | filter field | entry field | form field | param | input box | text field for",
    "noun:row": "ones | row | entry | record | line | item | result",
    "noun:whole": "part | section | block | data | value | output | info | information | result",
    "noun:label": "label | name | title | heading | header | caption | wording | headline",
    "noun:page": "page | view | screen | app | whole thing | application | dashboard | whole page",
    "format_word": "format | formatting | number format | column format | sign | symbol",
    "percent_sign": "% | percent | pct",
    "decimal": "decimal | decimal place | decimals | digit after the comma | digit after the decimal point | digits after the point | fraction digit | decimal digit",
    # The page.
    "title": "title | page title | heading | headline | page heading | view title | name of the page | page name | main heading | name of the view",
    "description": "describe the page | describe it | explanation under the title | text under the title | description | subtitle | intro | tagline | introduction | sub title | intro text | subheading | blurb | page description",
    "remark": "add a note | note | note saying | disclaimer",
    "button": "button | submit button | button text | button label | run button | submit | go button",
    "raw": "raw json | raw data | raw result | raw response | raw | json | raw output | raw view | json view | raw toggle | raw data button | raw json button | json button | raw json toggle | payload | raw payload",
    "theme:dark": "dark | dark mode | dark theme | night mode | dark colour | dark color | black background | dark background | darker | dark look | night theme | black",
    "theme:light": "light | light mode | light theme | day mode | bright mode | white background | light background | bright theme | light colour | light color | light look | lighter",
    "theme:auto": "auto theme | host theme | theme of the host | system theme | follow the host | same theme as the host | follow the system | match the host | automatic theme | host s theme",
    "theme_word": "theme | mode | colour scheme | color scheme",
    "layout:grid-2": "side by side | two columns | 2 columns | next to each other | two column | beside each other | 2 column | in two columns | two column layout | two columns layout",
    "layout:grid-3": "three columns | 3 columns | three column | 3 column | three columns layout | three abreast",
    "layout:stack": "stacked layout | one column | single column | below each other | one below the other | underneath each other | stack everything | one column layout | on top of each other | 1 column",
    # Tones, totals and what else a table and a chart can be told.
    "tone:bad": "red | in red | reddish | danger",
    "tone:ok": "green | in green | greenish",
    "tone:warn": "yellow | orange | amber | in yellow | in orange | in amber",
    "tone:info": "blue | in blue",
    "tone:neutral": "light grey | light gray | in light grey | in light gray | dark grey | grey | gray | in grey | in gray | greyed out | grayed out | greyed | grayed | grey out | gray out | muted | dimmed | dim | faded",
    "paint": "highlighted | highlight | stand out | stands out | flagged | emphasised | emphasized | emphasise | emphasize | as warning | as a warning | colour | color | coloured | colored",
    "painted": "mark | marked | shown in | turn | background | paint | become | text | make it | in a | font",
    "overdue": "overdue | past due | late | expired | past their due date | past its due date | in the past",
    "sign:lt": "expenses | spending | outgoing | negative | is negative | are negative | below zero | under zero",
    "sign:gt": "income | incoming | earnings | positive | is positive | are positive",
    "shade": "tint | tinted | shade | shaded | shading | colour scale | color scale | from light to dark | gradient | colour gradient | color gradient | heat map colours | heatmap colours | heatmap colors | heat map colors | darker the higher | tinted by value | tint by value | colour by value | color by value | colour intensity | color intensity | heat shading | coloured by value | colored by value",
    "totals": "row at the bottom | row underneath | row below | row at the end | line at the bottom | row below the table | row under the table | total row | totals row | row with totals | row of totals | sum row | summary row | grand total row | footer row | footer | totals line | summary line | grand total",
    "foot": "at the bottom | at the end | at the very bottom | at the bottom of the table | below the table | under the table | beneath the table | underneath the table | underneath | below | beneath | in the footer | in a footer | as a footer | in the last row | in a footer row | at the foot | at the foot of the table | in a line below | on the bottom | at the end of the table | in a totals row",
    "reader_filter": "with a dropdown | via a dropdown | in a dropdown | from a dropdown | let me filter by | let me filter | let me filter on | filter by | filters for | filter for | filterable by | filterable | able to filter by | able to filter | to filter by | able to filter on | let people filter by | let people filter | let user filter by | allow filtering by | allow filtering on | allow filtering | filtering by | filter on | filters on | facet for | facets for | facet by | facet | facets | filter dropdown for | dropdown to filter by | filter control for | filter controls for | filter button for | filter options for | a way to filter by | narrow down by | choose which | filter by clicking | filter | filters",
    "empty_columns": "empty column | column that is empty | columns that are empty | columns that have no value | column without value | columns without any value | columns with no value | columns with no data | columns without data | blank column | columns that are always empty | columns without content | all empty columns | fully empty columns | column with nothing in it | columns with nothing in them | unused column",
    "low_rows": "compact | more compact | compact rows | compact table | dense | denser | dense rows | denser rows | low rows | lower rows | tighter | tighter rows | condensed | smaller rows | less space between rows | less padding | thinner rows | closer together | tight rows",
    "wrap": "wrap | wrapped | wrapping | line wrap | word wrap | wrap text | wrap the text | break lines | break over several lines | on several lines | over several lines | wrap onto several lines",
    "detail": "only when i expand | only when expanded | only when i click | only when i open it | until i click the row | until i click a row | until i click on a row | until a row is clicked | until the row is opened | only when i click a row | only when i open a row | click a row to see | click a row for | click on a row to see | click on a row for | clicking a row show | clicking on a row show | clicking a row should show | when i click a row show | when i click on a row show | when i click a row | when i click on a row | when a row is clicked show | expandable row | expandable rows | row detail | detail of a row | details of each row | expand a row to see | expand rows to see | open a row to see | rows that open to show | in the row detail | in the row details | behind a click | when i open a row | on expanding a row | when expanded | after a click on the row | inside each row | in an expandable row",
    "each_below": "below each | under each | beneath each | underneath each | below every | under every | below its | under its | beneath every | in small print below | as body | as the body | as body text | below the title of each",
    "scale:log": "log scale | logarithmic | logarithmic scale | log | log axis | logarithmic axis | on a log scale | on a logarithmic scale | logarithmically | log y axis | logarithmic y axis",
    "scale:linear": "linear scale | linear | linear axis | on a linear scale | normal scale",
    "reference": "reference line | a line at | line at | threshold | threshold line | target line | limit line | marker line | goal line | guide line | horizontal line | dashed line | reference | target | a line for | baseline | line marking",
    "axis_title:x": "x axis title | title of the x axis | title for the x axis | label of the x axis | title the x axis | label the x axis | x axis label | name the x axis | call the x axis | caption of the x axis | rename the x axis | horizontal axis title | label for the x axis",
    "axis_title:y": "y axis title | title of the y axis | title for the y axis | label of the y axis | title the y axis | label the y axis | y axis label | name the y axis | call the y axis | caption of the y axis | rename the y axis | vertical axis title | label for the y axis",
    "marks": "value label | data label | labels on the bars | numbers on the bars | values on the bars | label on bar | value on bar | number on bar | numbers on top of the bars | values on top of the bars | value above the bars | values at the bars | values next to the bars | number at each point | values on the points | value on each bar | number on each bar | value at each bar | label each bar | values on the chart | numbers on the chart | values in the chart | numbers in the chart",
    "of_bars": "bars | the bars | bars in the chart | columns of the chart | chart bars",
    "unit:fahrenheit": "fahrenheit | degrees fahrenheit | °f",
    "unit:celsius": "celsius | degrees celsius | °c",
    "unit:mile": "mile",
    "unit:kilometer": "km | kilometer | kilometre | kms",
    "unit:meter": "meter | metre",
    "unit:centimeter": "cm | centimeter | centimetre",
    "unit:millimeter": "mm | millimeter | millimetre",
    "unit:inch": "inch | inches",
    "unit:foot": "foot | feet | ft",
    "unit:mile-per-hour": "mph | miles per hour | miles an hour",
    "unit:kilometer-per-hour": "kmh | kph | kilometers per hour | kilometres per hour",
    "unit:meter-per-second": "m/s | meters per second | metres per second",
    "unit:gram": "gram",
    "unit:kilogram": "kg | kilo | kilogram",
    "unit:pound": "pound | lb | lbs | pounds of weight",
    "unit:ounce": "oz | ounce",
    "unit:liter": "liter | litre",
    "unit:milliliter": "ml | milliliter | millilitre",
    "unit:gallon": "gallon",
    "refresh": "refresh | refresh button | reload button | reload | auto refresh | autorefresh | automatic refresh | update button | refreshed | live update | live updates | refresh automatically | reload automatically | update automatically | auto update | poll | refresh itself | update itself | refreshes | button to refresh | button to reload | re run button | run again button",
    "seconds": "every second | second",
    "minutes": "minute | every minute",
    "next_page": "next page | next page button | button for the next page | load more | load more button | more button | show more button | next button | button to load more | pagination button | paging button",
    "tall": "line high | row high | lines tall | rows tall | line | row | text line | visible lines | lines of text",
    "bigger": "bigger | larger | taller | high | more room | more space | bigger box | roomier | big",
    "mono": "monospace | monospaced | monospace font | monospaced font | code font | fixed width | fixed width font | courier | fixed font | typewriter font | mono",
    "preset": "preset | presets | preset button | quick button | quick pick | shortcut | shortcut button | one click button | shortcuts | quick choice",
    "under_heading": "under | under the heading | under a heading | called | named | as | in a group called | in a section called | into a section called",
    "all_dates": "dates | all dates | every date | date columns | all the dates | all date columns | timestamps | all timestamps | times",
    # Places.
    "pos:first": "first | front | start | top | beginning | leftmost | at the top | at the front | to the front | far left | on the left | to the left | at the beginning | to the start | to the top | at the start | on top | very first | at the very top | first column | left most | in front | up front | as the first column | first one | the first column | as the first",
    "pos:last": "last | end | bottom | at the end | to the end | at the bottom | to the bottom | rightmost | far right | at the far right | on the right | to the right | last column | very bottom | at the very bottom | very end | right most | back | to the back | as the last column | at the very end | to the far right",
    "pos:before": "up above | up before | up over | down above | down before | before | left of | ahead of | in front of | above | to the left of | over | on top of | prior to | come before",
    "pos:after": "up under | up after | down after | down under | down below | up below | after | right of | behind | following | below | beneath | under | underneath | to the right of | right after | next to | directly after | right behind | beside | right below | comes after",
    "pos:between": "between | in between",
    "pos:next": "second | third | fourth | fifth",
    "rest": "the rest | rest | others | the others | everything else | other columns | all others | remaining | whatever is left | other",
    # Directions.
    "dir:desc": (
        "descending | z-a | desc | highest first | high to low | largest first | biggest first | from high to low | highest to lowest | "
        "largest on top | highest on top | biggest on top | from highest to lowest | z to a | from z to a | from largest to smallest | "
        "from big to small | most first | decreasing | highest at the top | biggest at the top | largest at the top | high first | "
        "newest first | latest first | most recent first | latest on top | newest on top | most recent on top | newest at the top | latest at the top | "
        "from newest to oldest | newest to oldest | top down | largest to smallest | biggest to smallest | reverse chronological | "
        "reverse chronological order | from best to worst | from biggest to smallest | most on top | reverse alphabetical | in descending order | "
        "descending order | downwards | from most to least | most to least | from most expensive to cheapest | largest one on top | highest one on top | biggest one on top"
    ),
    "dir:asc": (
        "ascending | a-z | asc | lowest first | low to high | smallest first | from low to high | from lowest to highest | a to z | from a to z | "
        "alphabetical | alphabetically | in alphabetical order | increasing | oldest first | earliest first | lowest on top | smallest on top | "
        "from smallest to largest | lowest to highest | oldest on top | least first | chronological | chronologically | from oldest to newest | "
        "oldest to newest | low first | oldest at the top | lowest at the top | smallest at the top | earliest on top | chronological order | "
        "in ascending order | ascending order | upwards | small to large | smallest to largest | from least to most | from cheapest to most expensive | soonest first"
    ),
    # Rows that are wanted.
    "where": "where | with | whose | that have | which have | that are | which are | having | that is | which is | that has | which has | for which | that were | who have | who are | who is",
    "cmp:eq": "is | are | equal | equals | = | == | equal to | being | was | is equal to",
    "cmp:gt": "further than | farther than | heavier than | taller than | faster than | hotter than | warmer than | more expensive than | pricier than | better than | busier than | above | over | more than | greater than | > | higher than | at least one | bigger than | exceeding | exceeds | larger than | longer than | after | newer than | later than | older than | is above | is over | is greater than | is more than | since",
    "cmp:lt": "colder than | cooler than | less expensive than | lighter than | slower than | nearer than | closer than | worse than | below | under | less than | smaller than | < | lower than | fewer than | shorter than | before | earlier than | cheaper than | is below | is under | is less than | up to but not",
    "cmp:ge": "at least | >= | or more | minimum of | min | or higher | and up | no less than | or above",
    "cmp:le": "at most | <= | or less | maximum of | or lower | no more than | or below | up to",
    "filter": "filter | filtered | only | just | only show | show only | filter to | filter for | filter by | restrict | keep only | limit to | nothing but | keep | only those | only the ones | only want | only need | only interested in | only care about",
    "filter_out": "filter out | exclude | leave out | skip | ignore | drop | filter away",
    "op:sum": "summed up | sum | total | sum of | total of | add up | summed | totals | sum up | overall",
    "op:mean": "average | mean | avg | average of | averaged | on average",
    "op:median": "median | median of",
    "op:min": "minimum | min | lowest | smallest | least | earliest | cheapest",
    "op:max": "maximum | max | highest | largest | biggest | greatest | latest | peak",
    "op:distinct": "distinct | unique | different | number of different | number of distinct | number of unique | how many different",
    "math:$add": "plus | added to",
    "math:$sub": "minus | subtracted from | subtract | difference between",
    "math:$mul": "times | multiplied by | * | × | multiply | product of",
    "math:$div": "/ | per | divided by | ÷ | divide | ratio of",
    "bool:true": "on | yes | true | ticked | checked | enabled | switched on | turned on | tick | check | enable | selected",
    "bool:false": "off | no | false | unticked | unchecked | disabled | switched off | turned off | untick | uncheck | disable | not ticked | not checked",
}
"""What words can stand for: a kind, or a kind and its value, by the phrases for it."""

CANNOT: Mapping[str, str] = {
    "take any colour (it has red, yellow, green, blue and grey)": "own colour | own color | pink | purple | teal | accents | traffic light | background color | background colour | violet | brown | turquoise | magenta | conditional formatting",
    "change fonts, sizes and spacing": "card per row | full width | shorter | prettier | font | bold | italic | underline | bigger | larger | smaller | wider | narrower | width | height | taller | px | pixel | zoom | spacing | padding | margin | tiny | huge letters | uppercase | lowercase | capital letters | all caps | centered | centred | center | thicker | thinner | border | wide | size of the | full width | resize | rounded corners | shadow | zebra | stripe | striped | narrow | big letters | large letters | font size | letter | serif",
    "add pictures, logos and icons": "logo | icon | emoji | picture of | banner | avatar | favicon | watermark | background image",
    "show a map": "map | globe | world map | maps",
    "ask before it runs (a tool with destructiveHint does)": "ask me before | ask before | confirm before | confirmation | are you sure | ask for confirmation | double check",
    "place fields of the form side by side, or change their width": "on one line | on the same line | in one line | on one row | on the same row",
    "show times of another zone than theirs": "utc | time zone | timezone | local time | gmt",
    "write values in patterns of their own": "plus sign | with a plus | leading zero | as stars | underscore | in groups of | m : ss | mm : ss | thousands separator as | coloured dots | colored dots | bullet in front",
    "show something only at times": "only if | only when | only while | unless",
    "run the tool by itself": "run it on open | runs on open | run on open | run on load | when it loads | run automatically | run immediately",
    "take the descriptions of the schema out of the form": "all the hints | all hints | hide the help | hide the hint | remove the help | remove the hint | remove the hints | hide the hints | no hints",
    "draw that kind of chart": "3d | gantt | radar | treemap | sankey | candlestick | candlesticks | box plot | boxplot | funnel | gauge | waterfall | word cloud | wordcloud | bubble size | speedometer | candle | violin | kanban | kanban board | calendar view | as a calendar | in a calendar | month view | org chart | flowchart | mind map",
    "annotate axes so": "own axis | its own axis | right axis | legend | gridline | grid lines | start at zero | from zero | trendline | regression | tick mark | annotate | annotation | zoomable | second axis | secondary axis | two axes | error bar | moving average | forecast line | y scale",
    "move or react": "animate | animation | animated | autoplay | sticky | blink | hover | tooltip on | drag | drag and drop | scroll | freeze | frozen | pinned | pin | fullscreen | full screen | infinite scroll | resizable | double click | keyboard shortcut",
    "change what the server requires and allows": "required | mandatory | compulsory | obligatory | not allow | allow it blank | allow blank | letters or more | at least letter | minimum length | maximum length",
    "tell which week, month or year it is": "this month | last month | next month | this week | last week | next week | this year | last year | next year | this quarter | last quarter | current month | current week | current year",
    "add subtotals": "subtotal | subtotals",
    "convert that unit": "kelvin | yard | pound weight | convert everything | exchange rate | knots",
    "translate or rewrite data": "translate | translation | into french | into german | into spanish | summarise | summarize | mask | anonymise | anonymize | blur | redact | spell check | uppercase the | shuffle | random | randomly | predict | double the | scale the",
    "act on the data or the outside": "email it | email me | email them | send | export | download | share it | share with | print this | print it | notify | notification | alert | remind | save | upload to | post to | slack | excel file | pdf | csv file | buy | book | restart | assign | delete old | delete the tool | archive | log in | login | sync | subscribe | schedule | edit the rows | editable | edit rows | update the record | cancel the | approve | pay | webhook | reboot | run it | execute | remember my | bookmark",
}
"""What a wish cannot ask for yet, by the words that ask for it."""
