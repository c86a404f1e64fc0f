// FAPI 2.0 with Message Signing by a client in another language: Python signs its assertions, requests and proofs with Authlib, and verifies
// the signed response and the ID token with it. Authlib has no client for pushed requests, proofs or signed responses, so the program sends
// them itself. Needs Python with the package `authlib`.
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { exportPKCS8 } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FapiClient } from '../support/fapi.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { makeWorld, REDIRECT_URI } from '../support/world.js';

const PROGRAM = String.raw`
import base64, hashlib, json, os, secrets, time, urllib.parse, urllib.request
from authlib.jose import JsonWebKey, JsonWebSignature, jwt

issuer, client_id, kid, redirect_uri = (os.environ[name] for name in ("ISSUER", "CLIENT_ID", "KEY_ID", "REDIRECT_URI"))
key = JsonWebKey.import_key(os.environ["PRIVATE_KEY"], {"kty": "EC"})
proof_key = JsonWebKey.generate_key("EC", "P-256", is_private=True)
# Not jwt.encode, which replaces the header's typ.
jws = JsonWebSignature()
b64 = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=").decode()
now = lambda: int(time.time())
sign = lambda header, claims, by: jws.serialize_compact({"alg": "ES256", **header}, json.dumps(claims), by).decode()
get = lambda path, headers={}: json.load(urllib.request.urlopen(urllib.request.Request(issuer + path, headers=headers)))
keys = JsonWebKey.import_key_set(get("/oauth/v2/keys"))
verified = lambda text: jwt.decode(text, keys, claims_options={"iss": {"essential": True, "value": issuer}, "aud": {"essential": True, "value": client_id}, "exp": {"essential": True}})

def assertion():
    return sign({"kid": kid}, {"iss": client_id, "sub": client_id, "aud": issuer, "iat": now(), "exp": now() + 60, "jti": secrets.token_urlsafe()}, key)

def proof(method, path, token=None):
    claims = {"jti": secrets.token_urlsafe(), "htm": method, "htu": issuer + path, "iat": now()}
    if token: claims["ath"] = b64(hashlib.sha256(token.encode()).digest())
    return sign({"typ": "dpop+jwt", "jwk": json.loads(proof_key.as_json(is_private=False))}, claims, proof_key)

def post(path, form):
    form = {**form, "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer", "client_assertion": assertion()}
    request = urllib.request.Request(issuer + path, data=urllib.parse.urlencode(form).encode(), headers={"DPoP": proof("POST", path)})
    return json.load(urllib.request.urlopen(request))

verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe()
request = {"client_id": client_id, "response_type": "code", "response_mode": "jwt", "redirect_uri": redirect_uri, "scope": "openid", "state": state,
           "code_challenge": b64(hashlib.sha256(verifier.encode()).digest()), "code_challenge_method": "S256"}
signed = sign({"kid": kid}, {**request, "iss": client_id, "aud": issuer, "iat": now(), "nbf": now(), "exp": now() + 60}, key)
uri = post("/oauth/v2/par", {"request": signed})["request_uri"]
print(issuer + "/oauth/v2/authorize?" + urllib.parse.urlencode({"client_id": client_id, "request_uri": uri}), flush=True)

answer = urllib.parse.parse_qs(urllib.parse.urlparse(input()).query)
assert list(answer) == ["response"]
response = verified(answer["response"][0])
response.validate()
assert response["state"] == state
tokens = post("/oauth/v2/token", {"grant_type": "authorization_code", "code": response["code"], "redirect_uri": redirect_uri, "code_verifier": verifier})
id_token = verified(tokens["id_token"])
id_token.validate()
token = tokens["access_token"]
person = get("/oidc/v1/userinfo", {"Authorization": "DPoP " + token, "DPoP": proof("GET", "/oidc/v1/userinfo", token)})
print(tokens["token_type"], id_token["sub"] == person["sub"], person["sub"], flush=True)
`;

// A system's package may be there for the system's own Python only.
const PYTHON = ['python3', '/usr/bin/python3'].find((python) => spawnSync(python, ['-c', 'import authlib']).status === 0);
let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

it.skipIf(PYTHON === undefined)('is spoken by a client in Python', async () => {
  const client = await FapiClient.start(service, await makeWorld(service), 'fapi2MessageSigning');
  const env = {
    ...process.env,
    ISSUER: service.url,
    CLIENT_ID: client.clientId,
    KEY_ID: client.signer.kid,
    PRIVATE_KEY: await exportPKCS8(client.signer.privateKey as CryptoKey),
    REDIRECT_URI,
  };
  const program = spawn(PYTHON ?? '', ['-c', PROGRAM], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const end = await client.signIn(await client.browser.open(String((await lines.next()).value)));
  program.stdin.end(`${end.url}\n`);
  expect((await lines.next()).value).toBe(`DPoP True ${client.userId}`);
});
