/**
 * Words developers use for nearly the same thing, one group a line. General on purpose: what only one repository says
 * belongs into that ability's examples. A joined word (`rollout`) stands for its spellings in two words as well.
 */
const groups = `
test tests check verify validate validation confirm try
regression breakage
bug defect issue problem fault glitch
broken failing fail failed failure breaks red
crash crashes crashing panic segfault
error exception stacktrace
fix repair patch correct mend
deploy deployment ship release rollout launch publish golive
production prod live
staging preprod uat
rollback revert undo backout restore
restore recover getback bringback undelete
build compile bundle
pipeline ci workflow
database db postgres postgresql mysql sql
table relation
column field attribute
query select sql lookup
slow sluggish laggy latency takesforever crawling performance
fast speed quick performance
memory ram heap oom
cpu processor
login signin logon authenticate authentication
logout signout
signup register registration enroll join
password passphrase credentials
secret credential key token password
mfa 2fa otp twofactor authenticator
permission role access rights authorization rbac forbidden
sso saml oidc singlesignon
user customer client account member
person people user
company organisation organization org tenant
employee colleague hire teammate staff
payment charge pay card
bill billing invoice
refund moneyback reimburse
price pricing cost rate
cost bill spend spending expensive budget
discount coupon voucher promo
subscription plan tier
tax vat
money amount
cancel unsubscribe churn quit leave
email mail
junk spam
message notification
notify alert tell inform
alert page pager alarm
incident outage downtime down
postmortem retrospective retro
monitor watch observe probe
dashboard chart graph panel
graph diagram drawing picture
picture image photo logo icon
log logs logging
trace span tracing
metric kpi number figure
report summary overview summarise summarize
summary recap gist tldr summarise summarize
document docs documentation guide manual
article page
readme introduction
write draft compose author
generate create make scaffold add new
remove delete drop erase purge wipe clean getrid
unused dead stale obsolete
old outdated legacy stale
update refresh upgrade bump renew sync
upgrade update bump
dependency library package module
vulnerability cve hole exploit weakness
attack attacker hacker hacked breach compromise compromised
leak leaked exposed exposure
certificate cert tls ssl https
encrypt encryption crypto cipher
firewall allowlist whitelist
kubernetes k8s kubectl pod container
container docker
server machine host node instance vm
cloud aws gcp azure
terraform infrastructure infra iac
scale resize grow
replica pod instance
load traffic throughput stress
cache cdn redis
queue backlog kafka rabbitmq
job task worker cron
domain dns hostname
redirect forward
frontend ui interface
component widget
style css stylesheet
design figma mockup
accessibility a11y screenreader wcag
translate translation i18n localisation localization language
browser chrome safari firefox edge
mobile phone smartphone
ios iphone ipad apple
android samsung apk
app application
store shop
order purchase buy
cart basket checkout
product item article
shipment parcel delivery shipping package
stock inventory
supplier vendor
search find lookup
index reindex
duplicate twice double
merge combine join unify
compare diff difference versus
import load ingest upload
export download extract
backup dump snapshot
schedule recurring weekly daily
experiment abtest variant
flag toggle switch
enable turnon activate
disable turnoff deactivate switchoff
experiment trial
model classifier predictor
train retrain training
label annotate annotation tag
evaluate evaluation score benchmark
llm gpt assistant chatbot
moderation flagged abuse
fraud cheat cheating fake abuse
review inspect critique feedback
feedback complaint survey
ticket case issue
support helpdesk helpcenter
answer reply respond response
format formatting prettier
lint linter eslint
refactor restructure untangle rework cleanup
type typing types typescript
flaky intermittent unreliable sometimes
commit revision changeset
branch fork
pullrequest pr mergerequest
version release
changelog releasenotes
endpoint route api
api interface
schema structure
limit quota throttle
compatible compatibility breaking
sdk clientlibrary
mock fake stub
partner reseller integrator
privacy gdpr personal
forget erasure erase delete
license licence licensing
audit compliance auditor
retention expiry
cookie consent
meeting call appointment
calendar schedule slot
sprint iteration
estimate estimation forecast
laptop machine computer workstation
onboarding newcomer
owner ownership owns responsible belongs
archive sunset retire decommission
oncall shift rota pager
`;

/** The groups, each a list of words. */
export const thesaurus: readonly (readonly string[])[] = groups
  .trim()
  .split("\n")
  .map((line) => line.split(" "));
