/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "following at least once: the place is moved before the follower is called",
    text: `      if (fresh.length > 0) await follower.follow(fresh, signal);
      place = await this.#places.move(name, place, page);
`,
    instead: `      place = await this.#places.move(name, place, page);
      if (fresh.length > 0) await follower.follow(fresh, signal);
`,
    test: "core/src/duties/following/following.property.test.ts",
    testName: "follows no end zero times",
  },
  {
    name: "following: the place in the feed is moved before the follower is done",
    text: "if (fresh.length > 0) await follower.follow(fresh, signal);",
    instead: "if (fresh.length > 0) void follower.follow(fresh, signal);",
    test: "test/model/followers.test.ts",
    testName: "a process crashes that follows an end",
  },
  {
    name: "following: an idle follower gets what ended before it had something to do",
    text: `      place = { ...place, position: idleUntil };
`,
    instead: "",
    test: "core/src/duties/following/following.test.ts",
    testName: "begins with what ends once it is no longer idle",
  },
] as const;
