const listOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that say nothing about what is wanted: grammar, and the politeness around a request. */
export const stopWords = listOf(`
a an the this that these those there here it its it's he him his she her hers they them their theirs we us our ours
you your yours i me my mine myself yourself itself themselves one ones who whom whose which what when where why how
and or but nor so if then else than as at by for from in into of off on onto out over to under up upon via with without
within about above after again against all also always am any anybody anyone anything are around away back be because
been before being below between both can cannot could did do does doing done down during each either ever every
everybody everyone everything far few further had has have having however instead is just least less let like made many
may maybe might more most much must neither never no nobody none not nothing now often once only other others own per
perhaps quite rather really right same several shall should since some somebody someone something somewhere soon still
such sure than thing things though through thus till together too toward towards until very was way well were whatever
whether while whole will would yet
please pls plz thanks thank thx hi hello hey ok okay yes yeah yep nope need want wants wanted like help kindly guys
let's lets i'm i'd i've i'll we're we'd we've we'll you're you'd don't doesn't didn't won't can't couldn't isn't aren't
wasn't there's that's what's who's he's she's they're tell know think guess mean wonder ask try gonna going go got
`);

/** Words that fit almost any request. They count, but little. */
export const weakWords = listOf(`
run execute start do make give get take put bring see show look find use using set keep let send open
create add new change changed update fix work works working check try
full whole current currently latest last next first second previous big small large good bad better best great nice
today yesterday tomorrow week month year day morning afternoon night evening weekend hour minute time times date
monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
october november december quarter
code file files folder line lines page pages project repo repository system service part kind sort type name list
number result results data information thing stuff place problem
quick quickly fast immediately asap soon already again everywhere different really proper people person somebody
`);

/** Words about the text of a program. Whoever says them wants an edit, not an ability, unless its author says them too. */
export const codeWords = listOf(`
variable variables const let var function functions method methods class classes argument arguments parameter
parameters param constant constants enum interface struct getter setter constructor callback promise closure loop
array arrays string integer boolean null undefined semicolon bracket indentation comment comments todo typo rename
inline extract import imports regex operator statement switch return returns private public static async await lambda
helper snippet syntax pixel pixels bold italic
`);
