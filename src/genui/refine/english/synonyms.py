"""Words that may stand for one another."""

SYNONYMS = """
max maximum high highest peak hi upper
min minimum low lowest lo lower
avg average mean
temp temperature
rain precipitation rainfall precip
wind gust
sky condition weather cloud
humidity moisture
chance probability likelihood
total amount sum
price cost charge fee rate fare
count cnt quantity qty number num many
date day when
time timestamp datetime moment
created opened placed reported posted filed raised creation submitted
updated modified changed edited update
closed resolved finished completed
due deadline
assignee assigned owner responsible assign
author creator reporter requester submitter writer
author user
reporter reported report
director directed
customer client buyer
title subject summary headline name
note comment remark
description detail body
status state stage phase
priority severity urgency importance urgent
id identifier number ref no
category kind type genre
company firm organisation organization org
city place location town
phone telephone mobile
url link href website homepage
image picture photo thumbnail
volume traded share turnover
hash sha digest checksum
change delta difference gain
percent pct percentage
symbol ticker
calorie kcal
minute min duration
duration length runtime time
hour hr
second sec
prep preparation
cook cooking
rating star score review
weight mass
size length
step instruction
item product article
issue ticket bug
employee staff colleague people person everyone
movie film
hotel accommodation place
flight trip
salary pay wage earning income paid earn
stock inventory
expense spending
server host machine
sample measurement reading
file document
meeting event appointment
message post
order purchase sale
person user people member
boss manager supervisor
vat tax
stop stopover layover
hire hired joined
role position job
memory ram
disk storage
error failure
uptime running
reply response answer
email mail
invoice bill
parcel package shipment
carrier courier
departure depart departing leave
arrival arrive arriving
origin source from
destination target to
department team
paid payment
surname last
forename first
language lang
popularity vote star download view
speed pace velocity
day date
colour color
repo repository
pr pull
song track tune
pts point
qty quantity
paper article publication
listing property home
commit change
branch ref
directory folder
query question
task todo job
guest visitor
film picture
project repo
label tag
"""
"""Words that may stand for one another, a group a line; a word may be in several."""
