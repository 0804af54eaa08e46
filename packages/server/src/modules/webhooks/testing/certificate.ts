import { createPrivateKey, X509Certificate } from 'node:crypto'

const key =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgcgs3VPhhKbBJ98SMbjSI4J7M9YJMkIhPNOAFyZzqOlShRANC' +
  'AAQrn+YSWxhtDyJFdCGGQDy2Rp9hzFhtukB+zWGJCtUlulXPU+DlbAsLbAqT45hHI1drdA9sfK1y591+hLFL8rUa'
const cert =
  'MIIBkTCCATagAwIBAgIUQQBY2bzGtVRaIfr+g4XFRXsl6B0wCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJMTI3LjAuMC4xMCAX' +
  'DTI2MTEyMzEzNTEwMloYDzIxMjYxMDMwMTM1MTAyWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO' +
  'PQMBBwNCAAQrn+YSWxhtDyJFdCGGQDy2Rp9hzFhtukB+zWGJCtUlulXPU+DlbAsLbAqT45hHI1drdA9sfK1y591+hLFL8rUa' +
  'o2QwYjAdBgNVHQ4EFgQUW7e1EGOv7iW7P1bIDOGHl244yN8wHwYDVR0jBBgwFoAUW7e1EGOv7iW7P1bIDOGHl244yN8wDwYD' +
  'VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYCIQC77LvQ5k1LRJsMHI+cdNRdywYhijj7' +
  'kdpaf9kfeFgm8AIhAPiHmkJsTDK5XM0R/IlYfixGsKSERqVkEwCI9FrURZ2v'

/** For 127.0.0.1, self-signed: not trusted by default. */
export const certificate = {
  key: createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' }).export({
    format: 'pem',
    type: 'pkcs8',
  }),
  cert: new X509Certificate(Buffer.from(cert, 'base64')).toString(),
}
