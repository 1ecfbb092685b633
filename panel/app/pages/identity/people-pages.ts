/** The pages of people, which are loaded together: who opens one of them opens the others. */
export { AccountPage } from "./account/account-page.tsx";
export { TokensPage } from "./tokens/tokens-page.tsx";
export { PeoplePage } from "./people-page.tsx";
