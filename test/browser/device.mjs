// A device that keeps passkeys, in a browser whose scripts are on: Chromium's virtual authenticator (WebAuthn level 3 section 11).

/**
 * @param {import('playwright-core').Page} page @param {object} [facts] what is other than of a phone or computer that checks its user
 * @returns {Promise<{ cdp: import('playwright-core').CDPSession, id: string }>}
 */
export async function addAuthenticator(page, facts = {}) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...facts,
    },
  });
  return { cdp, id };
}
