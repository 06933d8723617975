-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- Made by make-tables from registry/*.csv: the names of schemes by scheme number, for each revision, and the paths of Uri-Path-Abbrev
-- (draft-ietf-core-uri-path-abbrev) by number.

local schemes = { [13] = {}, [27] = {} }
for name, old, new in ([[
    coap=0,0 coaps=1,1 http=2,2 https=3,3 urn=4,4 did=5,5 coap+tcp=6,6 coaps+tcp=7,7 coap+ws=8,24 coaps+ws=9,25
    telnet=1024,10995 ldap=1045,13442 ms-virtualtouchpad=1055,15776 fax=1090,4053 ves=1106,10176 submit=1146,4951
    gg=1191,11055 simplex=1218,15118 ms-settings-nfctransactions=1239,10591 secret-token=1240,7074 acap=1248,12705
    openpgp4fpr=1275,13094 ms-mixedrealitycapture=1299,6411 ymsgr=1306,3837 iris.xpcs=1319,16134 turns=1350,1926
    opaquelocktoken=1366,6341 platform=1498,2754 sftp=1596,5492 vscode=1612,7812 mqtt=1648,10740 ms-settings=1663,9075
    doi=1689,13014 file=1719,12068 dvb=1728,10380 magnet=1759,9805 calculator=1767,3783 ssh=1835,7667 gopher=1965,8601
    ms-gamingoverlay=1984,1059 z39.50=1996,1319 ms-secondary-screen-setup=2031,15254 fido=2037,5717 mumble=2084,11804
    ms-settings-cloudstorage=2094,10640 imap=2105,10119 ms-officeapp=2151,14168 pwid=2232,17068 drm=2235,9859
    tag=2263,16377 feed=2368,7520 ipps=2459,4419 xmlrpc.beeps=2483,15805 jms=2491,3634 wpid=2541,1658 barion=2668,10225
    onenote=2674,13608 icon=2694,14868 message=2768,14460 ms-enrollment=2799,14310 bolo=2803,8765 diaspora=2816,4598
    microsoft.windows.camera.picker=2832,5883 notes=2863,8766 amss=2865,10831 tip=2872,6651 fm=3017,2806 rtmfp=3041,3348
    reload=3059,12726 pres=3110,14972 acd=3231,6840 prospero=3361,14477 geo=3363,3342 snmp=3413,1165
    iris.beep=3482,15639 maps=3509,14153 content=3574,8387 pack=3617,13348 keyparc=3618,9770 mongodb=3631,13372
    smb=3692,7285 graph=3795,11583 filesystem=3817,3365 payment=3838,1762 ms-settings-bluetooth=3839,14180
    palm=3950,10238 hyper=4026,12876 microsoft.windows.camera=4042,11857 mvn=4066,9585 mtqp=4097,3358 jabber=4129,6109
    mms=4274,12337 skype=4342,2326 oid=4350,16079 dict=4419,3886 attachment=4453,8577 ocf=4661,10241 isostore=4806,7225
    redis=4815,8099 ms-settings-privacy=4861,9198 ms-settings-wifi=4876,15994 v-event=5003,15579
    com-eventbrite-attendee=5019,9278 teliaeid=5104,13362 itms=5221,14830 fish=5233,12634 dtn=5284,7456
    vscode-insiders=5297,3255 tftp=5303,8300 rtsp=5346,15267 adiumxtra=5357,6634 smp=5463,11533
    ms-eyecontrolspeech=5469,17381 ms-settings-language=5478,9981 mqtts=5490,14906 wyciwyg=5594,15641 hcp=5595,6024
    go=5618,5705 rediss=5672,9338 ms-settings-cellular=5682,15361 ldaps=5742,3906 z39.50s=5842,6380
    bitcoincash=5885,7226 ms-mobileplans=5959,11945 pttp=6181,6903 facetime=6207,3795 gtalk=6288,4709 afp=6347,13404
    mss=6360,12493 ms-settings-notifications=6425,7868 psyc=6447,1466 tv=6487,7923 wifi=6513,14867 sarif=6522,13650
    moz=6538,6808 ms-lockscreencomponent-config=6658,12525 cabal=6715,11393 ms-media-stream-id=6733,6388
    mupdate=6779,12569 dis=6792,17134 nih=6803,11428 ms-help=6808,7809 soap.beep=6908,8519 iotdisco=6997,17170
    acr=7026,10196 ms-newsandinterests=7039,2945 hxxp=7088,16728 ms-settings-location=7095,10373 soap.beeps=7124,16300
    ipn=7300,8775 nntp=7308,13499 query=7315,10147 smtp=7333,13340 ms-spd=7334,6189 ni=7399,10926 ms-excel=7402,5536
    ms-settings-power=7420,13026 pop=7434,10551 session=7446,4355 ms-infopath=7581,8830 ms-word=7700,16585
    web+ap=7714,17361 steam=7790,5134 cstr=7994,6730 web3=8007,4559 videotex=8063,2406 nfs=8068,6516 udp=8093,5217
    ed2k=8101,2790 ms-getoffice=8137,14366 sgn=8202,4882 data=8330,1946 swidpath=8363,5825 fuchsia-pkg=8384,12806
    ms-screensketch=8394,9453 hxxps=8425,4714 unreal=8486,15206 ens=8554,1982 ms-settings-camera=8584,15773
    stun=8618,14627 ms-stickers=8672,10361 spotify=8774,12732 starknet=8859,12458
    ms-settings-emailandaccounts=8889,11072 market=8906,14595 ms-powerpoint=8966,16645 rtsps=9000,4619 p1=9063,14982
    aw=9127,16051 mailserver=9131,10868 irc6=9185,1905 ms-settings-lock=9337,11950 hcap=9338,9875 drop=9349,16138
    icap=9418,12566 xcon-userid=9436,9520 leaptofrogans=9456,16281 ipfs=9460,15972 bitcoin=9478,9186 apt=9554,7856
    ms-whiteboard-cmd=9604,14860 ssb=9668,12400 aaas=9724,14526 ar=9733,5099 proxy=9766,3503 res=9772,4153
    msrps=9779,13440 aim=9794,10327 tool=9825,15230 finger=9841,17315 turn=9899,10333 num=9900,9965 svn=9902,13923
    ut2004=9903,6609 ms-visio=9931,15163 eid=10007,4929 wss=10099,3119 gizmoproject=10102,10744
    dlna-playsingle=10171,6144 swh=10223,17039 dat=10336,10583 cap=10347,9204 z39.50r=10354,8159 xcon=10411,10467
    gitoid=10429,3775 hydrazone=10523,6632 example=10564,5296 crid=10698,5990 teamspeak=10716,6924 elsi=10742,13680
    dtmi=10768,17097 ftp=10839,14878 ms-drive-to=10901,4102 upt=10902,2747 appdata=10910,7364 callto=11038,8713
    ms-remotedesktop-launch=11130,8085 dweb=11138,1328 lastfm=11263,11742 xmlrpc.beep=11306,3005
    ms-whiteboard=11341,11467 first-run-pen-experience=11464,16069 webcal=11472,4183 adt=11552,5150 vemmi=11565,16918
    cvs=11589,12242 taler=11628,2796 ms-inputapp=11687,6792 git=11863,13068 irc=11892,5425
    ms-settings-workplace=11935,14936 blob=12170,11060 modem=12172,9154 msnim=12187,8041 iris.lwz=12267,4590
    ms-sttoverlay=12301,5410 lbry=12320,14010 rmi=12333,16292 ms-restoretabcompanion=12345,17175
    ms-useractivityset=12481,9136 dab=12484,6774 about=12490,3786 embedded=12499,4193 rtmp=12500,3920 ircs=12525,8687
    mid=12557,3646 sip=12572,12644 ipns=12592,16933 dvx=12665,11645 android=12705,15061 wtai=12746,9910
    ms-search-repair=12830,15679 microsoft.windows.camera.multipicker=12837,7942 ms-settings-screenrotation=12856,6755
    rtspu=12878,11999 ms-screenclip=12913,10518 aaa=12942,13862 xmpp=12953,15358 soldat=12987,6349 lorawan=13040,11718
    beshare=13053,4674 sips=13076,9535 iris.xpc=13080,12422 simpleledger=13112,9544 vsls=13126,9816 matrix=13206,9487
    otpauth=13306,13829 cid=13335,15202 service=13351,17264 h323=13416,10317 ms-settings-connectabledevices=13437,11351
    payto=13451,6992 ms-settings-displays-topology=13462,12029 lvlt=13504,5480 ms-walk-to=13595,14364 dns=13671,12932
    quic-transport=13729,6462 paparazzi=13761,12599 ms-people=13765,1528 xri=13888,11255 onenote-cmd=13893,16632
    dav=13933,4373 content-type=14002,6030 sms=14067,3524 ms-publisher=14118,16194 xfire=14196,15306
    secondlife=14249,16729 ark=14259,3018 iax=14300,7126 msrp=14311,11315 swid=14474,14162 tn3270=14589,14962
    ms-appinstaller=14595,5152 stuns=14626,14901 dpp=14687,2442 ms-secondary-screen-controller=14700,13098
    browserext=14763,4327 chrome=14819,5728 pkcs11=14877,9312 dlna-playcontainer=15065,5557 spiffe=15154,8093
    uuid-in-package=15206,4515 ms-settings-proximity=15260,3959 things=15355,2154 ms-gamebarservices=15376,12823
    shc=15378,5823 ipp=15546,9318 mailto=15551,12102 ms-browser-extension=15557,14090 shttp=15837,7874 acct=15841,10229
    w3=15848,11799 wais=15868,8454 qb=15927,12478 ms-search=15946,14034 ms-settings-airplanemode=16042,5109
    jar=16044,1578 tel=16068,3143 dntp=16073,14347 chrome-extension=16159,14667 cast=16192,1220 view-source=16325,8506
    im=16355,6883 resource=16357,2284 ms-calculator=16377,3690 news=16379,1895 wcr=16414,11892 casts=16522,12718
    ms-access=16688,6863 grd=16722,9444 rsync=16749,16884 lpa=16772,6658 afs=16849,10687 bb=16873,5188 ham=16883,6503
    info=16925,13846 ms-meetnow=16971,15645 ms-project=17116,11130 ethereum=17171,7913 thismessage=17224,14367
    vnc=17225,11537 snews=17231,13285 sieve=17244,5472 feedready=17268,11824 mt=17270,12699 ws=17287,11962
    ms-transit-to=17337,7743 ventrilo=17345,12502 iris=17356,13986 openid=,1242 hs20=,1273 ms-uup=,1560
    ms-personacard=,1562 teapots=,3375 ari=,3818 xftp=,4315 dhttp=,4549 ms-widgets=,4613 xrcp=,4747
    ms-remotedesktop=,5347 machineprovisioningprogressreporter=,5477 at=,6007 brid=,8251 bl=,10024 ms-recall=,10183
    lid=,10247 thzp=,11820 bluetooth=,12052 ms-launchremotedesktop=,12174 ilstring=,12237 ms-widgetboard=,12603
    mtrust=,13062 mvrps=,13228 mvrp=,13451 wasm-js=,14709 teapot=,15026 shelter=,15461 wasm=,15741
]]):gmatch("(%S+)=(%d*),(%d*)") do
    schemes[13][tonumber(old) or -1], schemes[27][tonumber(new) or -1] = name, name
end
schemes[13][-1], schemes[27][-1] = nil, nil

return { schemes = schemes, paths = {
    [0]="/.well-known/core", [1]="/.well-known/rd", [2]="/.well-known/edhoc", [301]="/.well-known/est/crts",
    [302]="/.well-known/est/sen", [303]="/.well-known/est/sren", [304]="/.well-known/est/skg",
    [305]="/.well-known/est/skc", [306]="/.well-known/est/att", [401]="/.well-known/brski/es",
    [402]="/.well-known/brski/rv", [403]="/.well-known/brski/vs",
} }
