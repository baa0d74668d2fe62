"""Words for members of any result that may stand for one another."""

SYNONYMS = """
# numbers
max maximum high highest peak hi upper
min minimum low lowest lo lower
avg average mean
median med p50
total amount sum tot
amount amt
count cnt quantity qty number num many
quantity qty piece pcs
percent pct percentage
rate percentage percent pct ratio
change delta difference diff variation movement gain
growth increase rise
deviation stddev std
rank ranking position pos standing place
point pt pts
level lvl tier
quota allowance limit cap
threshold cutoff
goal target objective
volume traded share turnover
value amount worth
value val
version ver release
revision rev
size dimension
area size

# time
date day when dt
time timestamp datetime moment ts when
when: start created published posted departure
start begin beginning began started
end until till ending finish ended
created opened placed reported posted filed raised creation submitted added entered logged
ordered order_date placed purchased bought
published posted released issued publication release pub
joined signup sign_up registered registration enrolled enrolment enrollment member_since
updated modified changed edited update revised amended last_change last_update last_modified last_edit last_edited
closed resolved finished completed solved done ended
fixed resolved solved
due deadline due_date due_by
expiry expiration expires expire expiring exp valid_until valid_till valid_to valid_through good_until best_before use_by
valid_from effective effective_date
minute min duration
duration length runtime time elapsed took
hour hr h
hour: duration
ms: time duration
second sec
millisecond ms
year yr
month mo
week wk
quarter qtr
yearly annual annually per_year
weekday dow day_of_week
timezone tz
eta estimated_arrival expected_arrival
arrival: eta
departure: etd
etd estimated_departure expected_departure
delay late lateness delayed
latency lag ping rtt response_time
estimated est expected predicted forecast projected
scheduled planned timetabled
frequency freq interval period how_often
schedule timetable
age old
last_seen last_active last_online last_activity
last_login last_sign_in
dob date_of_birth birthday birthdate birth born bday
death died date_of_death

# people
who: author user person assignee customer employee sender guest speaker
assignee assigned owner responsible assign handler
author creator reporter requester submitter writer
author user poster
reporter reported report
customer client buyer purchaser shopper
supplier vendor seller provider
seller merchant shop store dealer retailer
payee recipient beneficiary
counterparty merchant payee
manufacturer mfr maker producer
brand make manufacturer
employee staff colleague people person everyone worker
person user people member
boss manager supervisor mgr reports_to
candidate applicant
doctor physician prescriber clinician practitioner dr gp dentist
teacher instructor tutor trainer coach lecturer professor
student pupil learner
speaker presenter
host presenter moderator
artist band musician singer performer
actor cast starring
driver chauffeur
captain skipper
passenger traveller traveler pax
tenant renter lessee
landlord lessor
agent broker realtor
sender from sent_by
recipient receiver addressee
attendee participant invitee
organiser organizer
guest visitor
contact contact_person
gender sex
spouse husband wife
child children kid
mother mum mom
father dad
first_name forename given_name firstname
last_name surname family_name lastname
surname last
forename first
username login handle nickname nick user_name screen_name
role position job job_title occupation profession
hire hired joined
company firm organisation organization org business
employer company
department team dept
industry sector

# names and texts
title subject summary headline name
scientific sci latin botanical
common vernacular
id identifier number ref no
reference ref
sku product_code item_number article_number item_code
part_number part_no
barcode ean upc gtin
serial serial_number serial_no
plate license_plate licence_plate number_plate
abbreviation abbr acronym
note comment remark memo annotation
description desc descr detail body
summary abstract synopsis overview
body content text
message msg text
excerpt snippet
reason cause rationale
step instruction
feedback review comment
url link href website homepage
image picture photo thumbnail pic thumb
image cover_art artwork album_art
picture: avatar cover poster logo
language lang
colour color
topic theme subject
tag label keyword
category kind type genre cat
type class
kind: species variety

# states
status state stage phase
condition quality
enabled active live
available avail free
availability available
priority severity urgency importance urgent prio sev
severity criticality
risk danger hazard
result outcome
verdict decision ruling judgment judgement
success passed pass
failure failed fail
error failure err
verified confirmed validated
approved accepted
required mandatory compulsory
required needed
progress completion percent_complete

# places
city place location town municipality
venue location place hall stadium arena
address addr street
zip zip_code postcode postal_code zipcode
country nation
region area district zone
state province
neighbourhood neighborhood district
latitude lat
longitude lon lng long
coordinate coord gps
elevation altitude alt height
depth deep
height tall
floor storey
room classroom
platform track
gate boarding_gate
dock berth pier quay
port harbour harbor
stop station halt
stop stopover layover
line route service
direction headsign heading towards
direction destination
departure depart departing leave dep takeoff
arrival arrive arriving arr landing
origin source from
destination target to dest
distance dist proximity
how_far distance
kilometre kilometer km
mile mi
metre meter m
kilometre: distance
km: distance
mile: distance
metre: distance
"""
"""Words that may stand for one another, a group a line; a word may be in several.

A word before a colon may stand for each word behind it, and these not for one another.
A name of several words is written with lines between them.
"""
