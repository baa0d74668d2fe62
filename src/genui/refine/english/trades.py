"""Words of trades and pursuits that may stand for one another."""

TRADES = """
# vehicles and travel
vehicle car automobile auto
truck lorry
vessel boat ship
ferry boat ship vessel
sailing crossing voyage
aircraft plane airplane aeroplane
airline carrier
bike bicycle cycle
bus buses coach
mileage odometer
petrol gasoline
fuel petrol gas diesel
transmission gearbox gear
horsepower hp
engine motor
seat place
capacity seat
pickup pick_up collection
dropoff drop_off
garage car_park parking
space spot slot
connector plug socket
luggage baggage bag
flight trip
journey trip ride
hotel accommodation place
checkin check_in
checkout check_out
booking reservation
booking_reference confirmation_number pnr booking_number
night stay
amenity facility
wifi internet wlan
pet dog animal
wheelchair accessible accessibility step_free
lift elevator
slope piste trail

# money
price cost charge fee rate fare tariff
euro eur
dollar usd
currency ccy
fx exchange_rate
tax vat gst
duty customs_duty
discount rebate reduction
tip gratuity
revenue sale turnover taking
profit earning
profit pnl
margin markup
expense spending
spent spend spending used
budget budgeted planned allocated
salary pay wage earning income paid earn
compensation salary pay
net_pay take_home take_home_pay net_salary net_payout
bounty reward payout
deduction withheld
balance bal
credit deposit incoming money_in
debit withdrawal outgoing money_out
invoice bill
outstanding owed owing amount_due balance_due
paid payment
instalment installment
apr interest_rate
interest interest_rate
symbol ticker
market_cap capitalisation capitalization mcap
dividend payout
coin token
policyholder insured
deductible excess
coverage cover

# goods
item product article
product good merchandise
commodity product good
commodity crop
crop plant
stock inventory on_hand
reserved allocated
warehouse depot
bin shelf
material fabric
parcel package shipment consignment
shipping delivery postage freight
carrier courier
tracking_number tracking_code tracking_id tracking
customs_code hs_code tariff_code commodity_code
country_of_origin made_in
batch lot
bid offer
hammer_price sold_for final_price
order purchase sale
basket cart
coupon voucher promo_code discount_code
warranty guarantee
listing ad advert
weight mass
kilo kilogram kilogramme kg
kilo: weight
kg: weight
gram gramme g
tonne ton
pound lb lbs
litre liter l
size length
width breadth

# software
repo repository
project repo
pr pull pull_request merge_request mr
branch ref
commit change
hash sha digest checksum
issue ticket bug
task todo job
sprint iteration
story_point estimate
reviewer approver
insertion addition added
deletion removed
directory folder dir
file document doc
filename file_name file
extension ext file_type
licence license
pipeline build workflow
run execution
call execution
environment env
deployment deploy rollout
server host machine
node host
instance server vm
cpu processor
memory ram mem
disk storage
load usage utilisation utilization
usage used consumption
uptime running
downtime outage
alert alarm warning
incident outage
app application
attempt retry tries
domain hostname
ttl time_to_live
ip ip_address
namespace ns
replica copy
config configuration setting
parameter param
vulnerability vuln vulnerable
vulnerability cve
permission right privilege
backup snapshot
flag toggle feature
variant variation
experiment test
query question
query search_term
sample measurement reading

# web and messages
view pageview page_view
visit session
click_rate ctr click_through_rate
cost_per_click cpc
referrer referer
backlink inbound_link
device platform
subscriber follower
like upvote heart
favourite favorite
repost retweet
reply response answer
comment reply
message post
thread topic
campaign mailing newsletter
unsubscribe opt_out
attachment attached
email mail
phone telephone mobile tel cell
channel room
meeting event appointment
deal opportunity
lead prospect
chance probability likelihood odds
popularity vote star download view
rating star score review

# food, health
calorie kcal cal
carb carbohydrate
fibre fiber
salt sodium
serving portion serve
prep preparation
cook cooking
cuisine food
dish meal
dish recipe
meal recipe
vintage year
grape variety varietal
winery vineyard producer
alcohol abv
drug medicine medication med
dose dosage
prescription rx
refill repeat
pharmacy chemist
diagnosis disease illness
pulse heart_rate bpm heartbeat
systolic sys
diastolic dia
blood_pressure bp
hemoglobin haemoglobin hb hgb
blood_type blood_group
vaccine vaccination jab
procedure treatment
test analyte
reference_range normal_range ref_range

# sport and culture
team club side
opponent rival
match game fixture
played match game gp mp
won win w victory
lost loss defeat l
drawn draw tie d
goal_difference gd goal_diff
goals_for gf goals_scored scored
goals_against ga goals_conceded conceded
kickoff kick_off
player athlete
workout exercise
lesson class
pace speed velocity
speed pace velocity
elo rating
movie film
film picture
song track tune
play listen stream heard
tempo bpm
album record
director directed
copy copies
borrower patron
loan checkout
shelfmark shelf_mark call_number call_no
exhibition exhibit
attendance turnout footfall visitor
artwork piece
medium technique
grade mark
grade score
assignment homework
course class subject
semester term
paper article publication
citation cited cites
journal periodical
plaintiff claimant
defendant respondent
court tribunal
ballot vote
constituency riding

# home, earth and machines
listing property home house apartment flat
bedroom bed br
bathroom bath
area sqft square_feet sqm square_metre square_meter floor_area living_area m2 ft2
year_built built construction_year
assessed_value assessment valuation
rent rental
temp temperature
feels_like apparent_temperature
rain precipitation rainfall precip
snow snowfall
wind gust
sky condition weather cloud
humidity moisture
pressure barometer
uv uv_index
wave swell
tide water_level
aqi air_quality air_quality_index
magnitude mag strength
earthquake quake tremor
harvest yield
paddock field plot
fish species
catch landed
consumption usage energy
production generation produced output yield
electricity energy power
kwh energy
watt kw power
voltage volt
battery charge
signal rssi reception
reading measurement value
sensor device
defect reject scrap
spare part component
"""
"""Words as in SYNONYMS, a group a line."""
