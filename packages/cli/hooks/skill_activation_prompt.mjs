// UserPromptSubmit: which abilities of this repository may help with the request. Says nothing when none does.

const atMost = 3;

/** Only a hint: the agent still looks the ability up before it uses it. */
export default async function suggest(context, tools) {
  const found = (await tools.suggestAbilities(context.user_message)).slice(0, atMost);
  if (found.length === 0) return {};
  return {
    suggested_abilities: found.map(({ id, reason, confidence }) => ({ id, reason, confidence })),
    messages_to_user: [messageFor(found)],
  };
}

function messageFor([first, ...others]) {
  if (others.length === 0) return `You can use the ${first.id} ability for this (${first.source}).`;
  const also = others.map(({ id }) => id).join(" or ");
  return `You can use the ${first.id} ability for this (${first.source}); ${also} may help too.`;
}
