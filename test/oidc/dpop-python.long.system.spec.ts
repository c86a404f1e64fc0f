// DPoP by a client in another language: Python signs proofs with its own library, gets a bound token and calls userinfo and the admin API.
// Needs Python with the package `cryptography`.
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const PROGRAM = String.raw`
import base64, hashlib, json, os, time, urllib.error, urllib.parse, urllib.request, uuid
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

issuer, client_id, secret = (os.environ[name] for name in ("ISSUER", "CLIENT_ID", "CLIENT_SECRET"))
b64 = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=").decode()
key = ec.generate_private_key(ec.SECP256R1())
point = key.public_key().public_numbers()
jwk = {"kty": "EC", "crv": "P-256", "x": b64(point.x.to_bytes(32, "big")), "y": b64(point.y.to_bytes(32, "big"))}

def proof(method, url, token=None, nonce=None):
    claims = {"jti": str(uuid.uuid4()), "htm": method, "htu": url, "iat": int(time.time())}
    if token: claims["ath"] = b64(hashlib.sha256(token.encode()).digest())
    if nonce: claims["nonce"] = nonce
    text = ".".join(b64(json.dumps(part).encode()) for part in ({"typ": "dpop+jwt", "alg": "ES256", "jwk": jwk}, claims))
    r, s = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return text + "." + b64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))

def send(method, path, headers, body=None):
    try:
        return urllib.request.urlopen(urllib.request.Request(issuer + path, data=body, method=method, headers=headers))
    except urllib.error.HTTPError as error:
        return error

basic = base64.b64encode(f"{client_id}:{secret}".encode()).decode()
form = urllib.parse.urlencode({"grant_type": "client_credentials", "scope": "openid"}).encode()
answer = json.load(send("POST", "/oauth/v2/token", {"Authorization": "Basic " + basic, "DPoP": proof("POST", issuer + "/oauth/v2/token")}, form))
token = answer["access_token"]
get = lambda path, **more: send("GET", path, {"Authorization": "DPoP " + token, "DPoP": proof("GET", issuer + path, token, **more)})
print(answer["token_type"], get("/oidc/v1/userinfo").status, get("/admin/v1/me/permissions").status, get("/oidc/v1/userinfo", nonce="old").headers["DPoP-Nonce"] is not None)
`;

const hasCryptography = spawnSync('python3', ['-c', 'import cryptography']).status === 0;
let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

it.skipIf(!hasCryptography)('is spoken by a client in Python', async () => {
  const { clientId, clientSecret } = service.credentials.serviceUser;
  const env = { ...process.env, ISSUER: service.url, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
  const { stdout } = await promisify(execFile)('python3', ['-c', PROGRAM], { env });
  expect(stdout.trim()).toBe('DPoP 200 200 True');
});
