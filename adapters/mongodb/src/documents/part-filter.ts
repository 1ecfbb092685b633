/** Matches every run that is no part of another. */
export const NO_PART: { readonly "part.of": { readonly $exists: false } } = { "part.of": { $exists: false } };

/** Matches every run that is a part of another one and no other; an index holds just these. */
export const IS_PART: { readonly "part.of": { readonly $exists: true } } = { "part.of": { $exists: true } };
